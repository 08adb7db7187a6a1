/** Pictures that a project brings along are believed in nothing: a few bytes may claim to unpack to gigabytes. */

/** Width and height that a PNG or JPEG claims to have; null: it is neither. */
export function pictureSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    // Signature, then the header chunk: its length and name, width, height.
    if (view.getUint32(0) === 0x89504e47 && view.getUint32(12) === 0x49484452) return { width: view.getUint32(16), height: view.getUint32(20) }
    return view.getUint16(0) === 0xffd8 ? jpegSize(view) : null
  } catch {
    // It ends too early.
    return null
  }
}

/** Segments, each a marker and its length, until one that starts a frame (ITU T.81, B.2.2). */
function jpegSize(view: DataView): { readonly width: number; readonly height: number } | null {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at)
    if (marker < 0xffc0 || marker === 0xffd9 || marker === 0xffda) return null
    // All of C0 to CF but the tables (C4, CC) and the reserved one (C8).
    if (marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
}

/** Longest thumbnail of a view, characters; a JPEG of 192 pixels has about 8,000. */
const MOST_CHARACTERS = 200_000
const MOST_PIXELS = 512

/** Whether a text is a data URL of a small picture that may be shown. */
export function isSmallPicture(text: string): boolean {
  const data = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text.slice(0, MOST_CHARACTERS + 1))?.[1]
  if (data === undefined || text.length > MOST_CHARACTERS) return false
  try {
    const size = pictureSize(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)))
    return size !== null && Math.min(size.width, size.height) >= 1 && Math.max(size.width, size.height) <= MOST_PIXELS
  } catch {
    return false
  }
}
