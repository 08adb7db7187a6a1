// The host's dialogs, drawn over the page from the isolated world in a shadow root. Injected by toString().

/**
 * @param ui       Map that receives the functions the host calls by name
 * @param pathsOf  real paths of Files that the user picked in Chromium's own chooser
 */
export function pageUi(ui, pathsOf) {
  const CSS = `
    :host { all: initial }
    dialog { font: 14px system-ui, sans-serif; min-width: 420px; max-width: 80vw; padding: 16px; color: CanvasText;
      background: Canvas; border: 1px solid #8886; border-radius: 8px; box-shadow: 0 8px 40px #0006 }
    h2 { font-size: 15px; margin: 0 0 8px }
    p { margin: 0 0 10px; white-space: pre-wrap }
    input[type=text] { box-sizing: border-box; width: 100%; font: inherit; padding: 6px }
    footer { display: flex; gap: 8px; justify-content: flex-end; margin-top: 12px }
    button { font: inherit; padding: 4px 14px }`
  const element = (tag, properties, ...children) => {
    const node = Object.assign(document.createElement(tag), properties)
    node.append(...children)
    return node
  }
  const button = (label, properties) => element('button', { type: 'button', ...properties }, label)

  /** Shows a modal; resolves with what `fill`'s content passes to `done`, null when dismissed. */
  const show = (label, fill) =>
    new Promise((resolve) => {
      const shell = element('chromium-host-dialog', {})
      const root = shell.attachShadow({ mode: 'open' })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(CSS)
      root.adoptedStyleSheets = [sheet]
      const dialog = element('dialog', { ariaLabel: label })
      const done = (value) => {
        dialog.close()
        shell.remove()
        resolve(value)
      }
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        done(null)
      })
      dialog.append(...fill(done))
      root.append(dialog)
      document.documentElement.append(shell)
      dialog.showModal()
    })

  /** A path typed, or picked through Chromium's chooser -> string[] | null */
  ui.set('file', ({ mode, title, value, accept, multiple, confirm }) =>
    show(title, (done) => {
      const field = element('input', { type: 'text', value, spellcheck: false, ariaLabel: 'Path' })
      const form = element('form', {
        method: 'dialog',
        onsubmit: (event) => {
          event.preventDefault()
          if (field.value.trim()) done([field.value.trim()])
        },
      })
      form.append(element('h2', {}, title), field)
      if (mode === 'open') {
        const onchange = (event) => pathsOf([...event.target.files]).then(done, () => done(null))
        form.append(element('p', {}), element('input', { type: 'file', multiple, accept, ariaLabel: 'Browse', onchange }))
      }
      const buttons = [button('Cancel', { onclick: () => done(null) }), button(confirm, { type: 'submit' })]
      form.append(element('footer', {}, ...buttons))
      return [form]
    }),
  )

  /** A question -> index of the button | null */
  ui.set('message', ({ title, message, detail, buttons, defaultId }) =>
    show(title || message, (done) => [
      element('h2', {}, message),
      element('p', {}, detail),
      element('footer', {}, ...buttons.map((label, index) => button(label, { autofocus: index === defaultId, onclick: () => done(index) }))),
    ]),
  )
}
