import { expect, test } from 'vitest'
import { loud, loudClass } from './not-implemented.mjs'
import { cookies, fromHostUrl, protocol, startSchemeServer, toHostUrl } from './schemes.mjs'

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: {} }])

test('a custom scheme’s URLs become loopback ones and come back', () => {
  for (const url of ['app://atrium/index.html', 'app://atrium/a?b=c#d', 'app://atrium/']) expect(fromHostUrl(toHostUrl(url))).toBe(url)
  expect(toHostUrl('app://atrium/x')).toBe('http://atrium.app.localhost/x')
  expect(toHostUrl('https://example.org/x')).toBe('https://example.org/x')
  expect(fromHostUrl('http://other.localhost/x')).toBe('http://other.localhost/x')
})

test('the loopback server answers nobody without the secret cookie', async () => {
  protocol.handle('app', () => new Response('inside'))
  const server = await startSchemeServer()
  const port = Number(/:(\d+)$/.exec(server.rules[0] ?? '')?.[1])
  const http = await import('node:http')
  const get = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      http.get({ port, host: '127.0.0.1', headers }, (response) => resolve(response.resume().statusCode)).once('error', reject)
    })
  const host = 'atrium.app.localhost'
  const [cookie] = cookies()
  expect(await get({ host })).toBe(403)
  expect(await get({ host, cookie: `${cookie?.name}=wrong` })).toBe(403)
  expect(await get({ host: 'localhost', cookie: `${cookie?.name}=${cookie?.value}` })).toBe(403)
  expect(await get({ host, cookie: `${cookie?.name}=${cookie?.value}` })).toBe(200)
  server.close()
})

test('what the host lacks throws instead of doing nothing', () => {
  expect(() => (loud('tray') as { create: () => void }).create()).toThrow('electron.tray.create is not implemented')
  expect(() => new (loudClass('Tray') as new () => object)()).toThrow('new electron.Tray() is not implemented')
})

test('a body shorter than announced is broken off, so that nobody waits for the rest', async () => {
  protocol.registerSchemesAsPrivileged([{ scheme: 'short', privileges: {} }])
  protocol.handle('short', () => new Response('abc', { headers: { 'content-length': '10' } }))
  const server = await startSchemeServer()
  const http = await import('node:http')
  const cookie = cookies().map(({ name, value }) => `${name}=${value}`)[0] ?? ''
  const outcome = new Promise((resolve) => {
    http.get({ port: Number(/:(\d+)$/.exec(server.rules[0] ?? '')?.[1]), host: '127.0.0.1', headers: { host: 'x.short.localhost', cookie } }, (response) => {
      response.resume().once('end', () => resolve('whole')).once('error', () => resolve('broken off'))
    }).once('error', () => resolve('broken off'))
  })
  expect(await outcome).toBe('broken off')
  server.close()
})
