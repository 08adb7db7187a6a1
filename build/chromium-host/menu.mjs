import { EventEmitter } from 'node:events'
import { BrowserWindow } from './browser-window.mjs'

/** The model of a menu. Chromium has no native menu bar for it: items are clicked by code (tests) only. */
export class MenuItem {
  constructor(options) {
    const { submenu, click, ...rest } = options
    Object.assign(this, { enabled: true, visible: true, checked: false, label: '', ...rest })
    this.type = options.type ?? (submenu ? 'submenu' : 'normal')
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu
    this.click = (event = {}, window = BrowserWindow.getFocusedWindow()) => {
      if (!this.enabled) return
      if (this.type === 'checkbox') this.checked = !this.checked
      click?.(this, window ?? undefined, event)
    }
  }
}

export class Menu extends EventEmitter {
  static #application = null

  static buildFromTemplate(template) {
    const menu = new Menu()
    menu.items = template.map((item) => (item instanceof MenuItem ? item : new MenuItem(item)))
    return menu
  }

  static setApplicationMenu(menu) {
    Menu.#application = menu
  }

  static getApplicationMenu() {
    return Menu.#application
  }

  items = []

  getMenuItemById(id) {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}
