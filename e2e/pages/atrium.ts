import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AtriumDocument, Piece } from '../../renderer/document/types.ts'
import type { Shell } from '../app.ts'
import { LOOKS } from '../limits.ts'
import type { Vec3 } from './geometry.ts'
import { Catalogue, Inspector, Notices, Outline } from './panels.ts'
import { Viewport } from './viewport.ts'

/** The buttons of the unsaved-changes question. */
export const [SAVE, DISCARD, CANCEL] = [0, 1, 2]

/** The window in the words of its user. */
export class Atrium {
  readonly page: Page
  readonly outline: Outline
  readonly inspector: Inspector
  readonly catalogue: Catalogue
  readonly notices: Notices
  readonly viewport: Viewport
  /** The project's name in the bar. */
  readonly title: Locator
  readonly unsavedMark: Locator

  constructor(readonly shell: Shell) {
    const { page } = shell
    this.page = page
    this.outline = new Outline(page)
    this.inspector = new Inspector(page)
    this.catalogue = new Catalogue(page)
    this.notices = new Notices(page)
    this.viewport = new Viewport(page)
    this.title = page.locator('.document-name')
    this.unsavedMark = page.getByLabel('Unsaved changes')
  }

  /** Clicks through the menus: `Edit > Undo Place Kettle`. */
  async choose(path: string): Promise<void> {
    const [menu, ...items] = path.split(' > ')
    await this.page.getByRole('menuitem', { name: menu, exact: true }).click()
    for (const item of items) await this.menuItem(item).click()
  }

  /** An item of the open menu by its words, without its shortcut. */
  menuItem(label: string): Locator {
    return this.page.locator('[role="menu"] [role^="menuitem"]').filter({ has: this.page.getByText(label, { exact: true }) })
  }

  /** Settings: the developer switch, on. */
  async becomeDeveloper(): Promise<void> {
    await this.page.keyboard.press('Control+,')
    await this.page.getByRole('switch', { name: 'Developer tools' }).setChecked(true, { force: true })
    await this.page.keyboard.press('Escape')
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }

  /**
   * Walking captures the pointer. A headless browser, whose pointer stays in a corner, then moves it to the middle in vain
   * without end, and a busy machine does nothing else: from now on the page's own word stands for the browser's.
   */
  async playPointerLock(): Promise<void> {
    await this.page.evaluate(() => {
      let locked: Element | null = null
      const lock = (element: Element | null): void => {
        locked = element
        document.dispatchEvent(new Event('pointerlockchange'))
      }
      Object.defineProperty(document, 'pointerLockElement', { configurable: true, get: () => locked })
      document.exitPointerLock = () => lock(null)
      Element.prototype.requestPointerLock = function () {
        lock(this)
        return Promise.resolve()
      }
    })
  }

  /** The document as it is; what comes later is another object. */
  async document(): Promise<AtriumDocument> {
    return this.page.evaluate(() => atriumTest.document().document)
  }

  /** The document as a file can tell it: JSON knows no negative zero. */
  async content(): Promise<unknown> {
    return JSON.parse(JSON.stringify({ ...await this.document(), name: '' }))
  }

  async piece(name: string): Promise<Piece> {
    const found = (await this.document()).pieces.find((piece) => piece.name === name)
    if (found === undefined) throw new Error(`no piece is called ${name}`)
    return found
  }

  /** Does what replaces the document, and waits until another one is open and nothing is loading. */
  async replacing(action: () => Promise<void>): Promise<void> {
    const before = await this.page.evaluateHandle(() => atriumTest.document().document)
    await action()
    await this.page.waitForFunction((old) => atriumTest.document().document !== old && atriumTest.interaction().tasks.length === 0, before, LOOKS)
    await before.dispose()
  }

  /** File > Open… and this file in the dialog. `isUncertain`: Atrium asks how large it is, and what it suggests is taken. */
  async open(file: string, { isUncertain = false } = {}): Promise<void> {
    await this.shell.answerOpen(file)
    await this.replacing(async () => {
      await this.choose('File > Open…')
      if (isUncertain) await this.page.getByRole('dialog').getByRole('button', { name: 'Open' }).click()
    })
    // A model's exposure follows the picture; stories compare one picture with another, so it stays where it begins. A project keeps its own.
    if (!file.endsWith('.atrium')) await this.page.evaluate(() => atriumTest.setInteraction(({ settings }) => ({ settings: { ...settings, exposure: 'locked' } })))
  }

  /** Takes the ground from below an opened model: green is all around it. */
  async removeGround(): Promise<void> {
    await this.page.evaluate(() => {
      const store = atriumTest.document()
      store.replace({ ...store.document, environment: { ...store.document.environment, ground: undefined } })
    })
  }

  /** The open dialog with a file that cannot be opened: ends when a card says so. `detail`: code and reason, when wanted. */
  async openBroken(file: string, { withDetail = false } = {}): Promise<{ readonly title: string; readonly text: string; readonly detail: string }> {
    await this.shell.answerOpen(file)
    await this.page.keyboard.press('Control+o')
    const card = this.notices.errors.first()
    await expect(card).toBeVisible()
    const [title, text] = await card.locator('p').allTextContents()
    if (withDetail) await card.getByRole('button', { name: 'Details' }).click()
    const detail = withDetail ? await card.locator('pre').textContent() : null
    await this.notices.dismissAll()
    return { title: title ?? '', text: text ?? '', detail: detail ?? '' }
  }

  /** Lets a file fall on the window, as from a file manager. */
  async drop(file: string): Promise<void> {
    await this.shell.drop(file)
  }

  /** Drags a catalogue piece to a place in the room, metres, and lets go. */
  async place(name: string, point: Vec3): Promise<void> {
    const before = (await this.document()).pieces.length
    await this.catalogue.grab(name)
    const pixel = await this.viewport.pixelOf(point)
    await this.viewport.hover(pixel, 4)
    await expect.poll(async () => (await this.document()).pieces.length).toBe(before + 1)
    await this.viewport.hover(pixel)
    await this.page.mouse.up()
  }

  /** Saves under a name of the user's choice. */
  async saveAs(file: string): Promise<void> {
    await this.shell.answerSave(file)
    await this.choose('File > Save As…')
    // The project takes the file's name when it is written.
    await expect(this.title).toHaveText(path.basename(file, '.atrium'))
    await expect(this.unsavedMark).toHaveCount(0)
  }

  /** Problems that a story knows of: a missing file beside a model is a failed request to the browser. */
  forgive(words: RegExp): void {
    const { problems } = this.shell
    problems.splice(0, Infinity, ...problems.filter((problem) => !words.test(problem)))
  }

  /** Who traces quick pictures; undefined: what suits the adapter. Without indirect light, which is another story's business: learning it takes seconds. */
  async traceBy(executor: 'gpu' | undefined): Promise<void> {
    await this.page.evaluate((chosen) => {
      atriumTest.changeSettings({ executor: chosen })
      atriumTest.holdSettings({ indirect: false })
    }, executor)
  }

  /** Saves the view at hand and one more. Their names. */
  async saveTwoViews(): Promise<string[]> {
    await this.choose('Camera > Save View')
    await this.viewport.look([0.6, 1.5, 1.2], [0, 1.2, -1.5])
    await this.choose('Camera > Save View')
    await expect.poll(async () => (await this.document()).views.length).toBe(2)
    return (await this.document()).views.map(({ name }) => name)
  }

  /** As after a start, but with a room open: nothing selected, nothing said, nothing kept. */
  async reset(): Promise<void> {
    await this.shell.answerMessage(DISCARD)
    await this.notices.dismissAll()
    if ((await this.page.locator('.window').getAttribute('data-screen')) === 'start') await this.page.keyboard.press('Control+n')
    else await this.replacing(() => this.page.keyboard.press('Control+n'))
    await this.page.waitForFunction(() => 'atriumTest' in globalThis, null, LOOKS)
    // As after a first start, engineers' tools are off, and nothing has the focus: on a menu, a letter looks for an item. What closed last may give it back a frame later.
    await this.page.evaluate(async () => {
      atriumTest.changeSettings({ developer: false })
      for (let calm = 0; calm < 2; calm++) {
        if (document.activeElement instanceof HTMLElement && document.activeElement !== document.body) {
          document.activeElement.blur()
          calm = 0
        }
        await new Promise(requestAnimationFrame)
      }
    })
  }
}
