import { startTiles } from './serve.ts'

startTiles()
