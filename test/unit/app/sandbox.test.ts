import { expect, it } from 'vitest'
import { losesSandbox } from '../../../main/app/sandbox.ts'

const appImage = '/home/ada/Fieldseal.AppImage'

it.each([
  ['an AppImage whose script left the sandbox out', { appImage, uid: 1000, hasNoSandbox: true }, true],
  ['an AppImage with its sandbox', { appImage, uid: 1000, hasNoSandbox: false }, false],
  ['an AppImage of root', { appImage, uid: 0, hasNoSandbox: true }, false],
  ['another package, of whoever asked for it', { appImage: undefined, uid: 1000, hasNoSandbox: true }, false],
])('%s', (_which, start, loses) => expect(losesSandbox(start)).toBe(loses))
