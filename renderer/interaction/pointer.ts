/** Where on the canvas the pointer is, CSS pixels; null: elsewhere. */
let place: { readonly point: { readonly x: number; readonly y: number }; readonly size: { readonly width: number; readonly height: number } } | null = null

export const pointerSpot = (): typeof place => place

export function notePointer(next: typeof place): void {
  place = next
}
