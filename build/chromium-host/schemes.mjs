// Custom schemes. Chromium cannot register one from outside, so app://host/x becomes http://host.app.localhost/x:
// *.localhost is a secure context, the origin is the same at every start, and Chromium resolves it to our loopback
// port alone. The app sees only its own URLs. Every request must carry a secret cookie set over the DevTools pipe.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'
import { loud } from './not-implemented.mjs'

const COOKIE = '__chromium_host'
const token = randomBytes(32).toString('base64url')
const privileged = new Set()
const handlers = new Map()

export const protocol = loud('protocol', {
  registerSchemesAsPrivileged(schemes) {
    for (const { scheme } of schemes) privileged.add(scheme)
  },
  handle(scheme, handler) {
    if (handlers.has(scheme)) throw new Error(`The scheme '${scheme}' is already handled.`)
    handlers.set(scheme, handler)
  },
})

/** app://atrium/x -> http://atrium.app.localhost/x; other URLs stay. */
export function toHostUrl(url) {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url)
  return match && privileged.has(match[1]) ? `http://${match[2]}.${match[1]}.localhost${match[3] || '/'}` : url
}

/** http://atrium.app.localhost/x -> app://atrium/x; other URLs stay. */
export function fromHostUrl(url) {
  const match = /^http:\/\/([^/?#]+)\.([a-z0-9+-]+)\.localhost(?=[/?#]|$)(.*)$/is.exec(url)
  return match && privileged.has(match[2]) ? `${match[2]}://${match[1]}${match[3]}` : url
}

/** What opens the server to our Chromium, which forgets it when its network service starts anew. */
export const cookies = () => [...privileged].map((scheme) => ({
  name: COOKIE, value: token, domain: `.${scheme}.localhost`, path: '/', httpOnly: true, sameSite: 'Strict',
}))

/** Starts the loopback server. Its `rules` map the schemes' hosts to it. */
export async function startSchemeServer() {
  const server = http.createServer((request, response) => void serve(request, response))
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  server.unref()
  const schemes = [...privileged]
  return {
    close: () => server.close(),
    rules: schemes.map((scheme) => `MAP *.${scheme}.localhost:80 127.0.0.1:${server.address().port}`),
  }
}

function isOurChromium(request) {
  const cookies = (request.headers.cookie ?? '').split(/; */)
  const given = Buffer.from(cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted) && !request.headers['service-worker']
}

/** What the app's handler sees: its own URLs, none of the host's headers. */
function appHeaders(request) {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (['cookie', 'host', 'connection'].includes(name)) continue
    headers.set(name, name === 'origin' || name === 'referer' ? fromHostUrl(String(value)) : String(value))
  }
  return headers
}

async function serve(request, response) {
  const [, domain, scheme] = /^(.+)\.([a-z0-9+-]+)\.localhost$/.exec(request.headers.host ?? '') ?? []
  const handler = handlers.get(scheme)
  if (!handler || !isOurChromium(request)) {
    console.error(`[host] refused ${request.method} ${request.url}: ${handler ? `its cookie is ${request.headers.cookie ? 'another' : 'missing'}` : 'nobody handles its scheme'}`)
    return void response.writeHead(403).end()
  }
  // Browsers ask for it, Electron does not.
  if (request.url === '/favicon.ico') return void response.writeHead(204).end()
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const aborter = new AbortController()
  response.once('close', () => aborter.abort())
  try {
    const answer = await handler(
      new Request(`${scheme}://${domain}${request.url}`, {
        method: request.method,
        headers: appHeaders(request),
        body: hasBody ? Readable.toWeb(request) : undefined,
        duplex: 'half',
        signal: aborter.signal,
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    await send(answer, response, aborter.signal)
  } catch (error) {
    console.error(`[host] failed ${request.method} ${request.url}:`, error)
    // Breaking off is the only way to say that a body is not whole.
    if (response.headersSent) response.destroy()
    else response.writeHead(500).end()
  }
}

/** Fails when the body is not as long as announced: Chromium would wait for the rest for ever. */
async function send(answer, response, signal) {
  let sentBytes = 0
  for await (const chunk of answer.body ?? []) {
    sentBytes += chunk.length
    if (!response.write(chunk)) await once(response, 'drain', { signal })
  }
  const announced = answer.headers.get('content-length')
  if (announced !== null && Number(announced) !== sentBytes) throw new Error(`${sentBytes} bytes instead of ${announced}`)
  response.end()
}
