import { expect, type Locator, type Page } from '@playwright/test'

/** Left: what is in the room. */
export class Outline {
  readonly tree: Locator
  constructor(private readonly page: Page) {
    this.tree = page.getByTestId('outline')
  }

  async show(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Outline' }).click()
    await expect(this.tree).toBeVisible()
  }

  /** The row of a piece or light by its whole name, whatever its state. */
  row(name: string): Locator {
    return this.tree.getByRole('treeitem').filter({ has: this.page.getByText(name, { exact: true }) })
  }

  /** Names in a group, in order; opens the group. */
  async names(group: 'Furniture' | 'Room' | 'Lights'): Promise<string[]> {
    const head = this.tree.getByRole('treeitem', { name: new RegExp(`^${group} \\d+$`) })
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    const rows = await this.tree.getByRole('treeitem').evaluateAll((elements) =>
      elements.map((element) => [element.getAttribute('aria-level'), element.querySelector('.tree-name')?.textContent ?? ''] as const))
    const start = rows.findIndex(([level, name]) => level === '1' && name === group) + 1
    const end = rows.findIndex(([level], index) => index >= start && level === '1')
    return rows.slice(start, end === -1 ? undefined : end).map(([, name]) => name)
  }
}

/** Right: what is selected, in figures. */
export class Inspector {
  readonly title: Locator
  constructor(private readonly page: Page) {
    this.title = page.getByTestId('inspector-title')
  }

  field(label: string): Locator {
    return this.page.getByTestId('inspector').getByLabel(label, { exact: true })
  }

  /** Types a value with its unit and applies it. */
  async type(label: string, text: string): Promise<void> {
    await this.field(label).fill(text)
    await this.field(label).press('Enter')
  }
}

/** Left: what can come into the room. */
export class Catalogue {
  constructor(private readonly page: Page) {}

  /** Takes a piece by its picture; the button stays down. */
  async grab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name: 'Catalogue' }).click()
    const card = this.page.getByRole('button', { name: new RegExp(`^${name},`) })
    await card.scrollIntoViewIfNeeded()
    await card.hover()
    await this.page.mouse.down()
    const box = await card.boundingBox()
    if (box === null) throw new Error(`${name} is not in the catalogue`)
    await this.page.mouse.move(box.x + box.width / 2 + 12, box.y + box.height / 2, { steps: 3 })
  }
}

/** Cards that say what went wrong and what to do. */
export class Notices {
  readonly errors: Locator
  constructor(private readonly page: Page) {
    this.errors = page.locator('.notice[role="alert"]')
  }

  async dismissAll(): Promise<void> {
    const buttons = this.page.locator('.notice').getByRole('button', { name: 'Dismiss' })
    while ((await buttons.count()) > 0) await buttons.first().click()
  }
}
