import type { Page } from '@playwright/test'

/** Elements whose own text is wider than they are, or on a button higher, and that show the whole of it nowhere, as `tag.class: text`; of fields, those with a value in units. */
export const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const speaks = (element: Element): boolean => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
    // Words for screen readers alone have no width of their own.
    const isSeen = (element: HTMLElement): boolean => element.offsetParent !== null && element.clientWidth > 1 && getComputedStyle(element).visibility !== 'hidden'
    const isCut = (element: HTMLElement): boolean => element.scrollWidth > element.clientWidth + 1 || element.matches('.mantine-Button-label') && element.scrollHeight > element.clientHeight + 1
    const fields = [...document.querySelectorAll<HTMLInputElement>('input.value-field')].filter((field) => isSeen(field) && field.scrollWidth > field.clientWidth + 1)
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => isSeen(element) && speaks(element) && isCut(element) && getComputedStyle(element).overflowX !== 'visible' && element.closest('[title]') === null)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent}`)
      .concat(fields.map((field) => `field ${field.getAttribute('aria-label')}: ${field.value}`))
  })
