// Makes every icon from icon.svg: PNGs by Chromium, then the .ico and .icns containers, which may hold PNGs as they are.
// Run after a change of the drawing: node build/icons/make.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from '../chromium-host/chromium.mjs'

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const here = import.meta.dirname
const svg = readFileSync(path.join(here, 'icon.svg'), 'utf8')

const browser = await chromium.launch({ executablePath: findChromium(), chromiumSandbox: process.getuid?.() !== 0 })
const pngs = new Map()
for (const size of SIZES) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`)
  pngs.set(size, await page.screenshot({ omitBackground: true }))
  writeFileSync(path.join(here, `${size}x${size}.png`), pngs.get(size))
  await page.close()
}
await browser.close()

/** ICONDIR, one 16-byte ICONDIRENTRY per image, then the PNGs; 0 stands for 256. */
function ico(sizes) {
  const header = Buffer.alloc(6 + 16 * sizes.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(sizes.length, 4)
  let offset = header.length
  sizes.forEach((size, index) => {
    const entry = 6 + 16 * index
    header.writeUInt8(size % 256, entry)
    header.writeUInt8(size % 256, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(pngs.get(size).length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += pngs.get(size).length
  })
  return Buffer.concat([header, ...sizes.map((size) => pngs.get(size))])
}

/** 'icns', total length, then chunks of type, length, PNG. */
function icns(entries) {
  const chunks = entries.map(([type, size]) => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
    head.writeUInt32BE(8 + pngs.get(size).length, 4)
    return Buffer.concat([head, pngs.get(size)])
  })
  const body = Buffer.concat(chunks)
  const head = Buffer.from('icns\0\0\0\0', 'latin1')
  head.writeUInt32BE(8 + body.length, 4)
  return Buffer.concat([head, body])
}

writeFileSync(path.join(here, 'icon.ico'), ico([16, 24, 32, 48, 64, 128, 256]))
writeFileSync(path.join(here, 'icon.icns'), icns([['icp4', 16], ['icp5', 32], ['icp6', 64], ['ic07', 128], ['ic08', 256], ['ic09', 512], ['ic10', 1024]]))
