import { safeStorage } from 'electron'
import { z } from 'zod'

/** The queue of an office, as it is remembered: the password is kept by the system's keyring or not at all. */
export const Office = z.object({ address: z.string().max(2000), folder: z.string().max(4096), /** Encrypted, base64; empty: it is asked for again. */ secret: z.string().max(20_000) })
export type Office = z.infer<typeof Office>

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** An address as somebody typed it: without its password, and with TLS unless it says otherwise or stays on this computer. null: it is none */
export function readAddress(typed: string): { readonly address: string; readonly password: string | null } | null {
  const text = typed.trim()
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.hostname === '' || url.username === '' || url.pathname.length < 2) return null
  const password = url.password === '' ? null : decodeURIComponent(url.password)
  url.password = ''
  if (!url.searchParams.has('sslmode') && !LOCAL.has(url.hostname)) url.searchParams.set('sslmode', 'verify-full')
  return { address: url.href, password }
}

export function withPassword(address: string, password: string): string {
  const url = new URL(address)
  url.password = encodeURIComponent(password)
  return url.href
}

/** Linux without a keyring encrypts with a word that everybody knows: that is no secret. */
const canKeep = (): boolean => safeStorage.isEncryptionAvailable() && (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text')

/** @returns empty where the system keeps no secrets */
export const encrypted = (password: string): string => (canKeep() ? safeStorage.encryptString(password).toString('base64') : '')

/** @returns null for a secret that cannot be read any more */
export function decrypted(secret: string): string | null {
  if (secret === '' || !canKeep()) return null
  try {
    return safeStorage.decryptString(Buffer.from(secret, 'base64'))
  } catch {
    return null
  }
}
