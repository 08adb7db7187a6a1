import path from 'node:path'
import { expect, test } from 'vitest'
import { folderName } from './folder-name.ts'

const told = (files: readonly string[], flavour: typeof path.posix = path.posix) => files.map((file) => folderName(file, files, flavour))

test('folders of files of one name are told apart by as much of their paths as it takes', () => {
  expect(told(['/home/ann/site/house.ifc'])).toEqual(['site'])
  expect(told(['/home/ann/north/house.ifc', '/home/ann/south/house.ifc'])).toEqual(['north', 'south'])
  expect(told(['/home/ann/north/site/house.ifc', '/home/ann/south/site/house.ifc', '/home/ann/old/house.ifc'])).toEqual(['north/site', 'south/site', 'old'])
  expect(told(['/a/site/house.ifc', '/home/a/site/house.ifc'])).toEqual(['a/site', 'home/a/site'])
  expect(told(['/home/site/house.ifc', '/home/site/house.ifc'])).toEqual(['site', 'site'])
})

test('a file at the root of a drive shows the drive, as do folders of one name on two', () => {
  expect(told(['C:\\house.ifc', 'D:\\house.ifc', 'D:\\site\\house.ifc'], path.win32)).toEqual(['C:', 'D:', 'site'])
  expect(told(['C:\\work\\site\\house.ifc', 'D:\\work\\site\\house.ifc'], path.win32)).toEqual(['C:\\…\\site', 'D:\\…\\site'])
  expect(told(['/house.ifc'])).toEqual(['/'])
})
