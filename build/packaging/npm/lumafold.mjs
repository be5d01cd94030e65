#!/usr/bin/env node
// The program of the npm package: the built command line, in the Node that npm was run with.
import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
const isIntelMac = process.platform === 'darwin' && process.arch === 'x64'
if (isIntelMac) {
  console.error('lumafold does not run on Macs with Intel processors: ONNX Runtime has no version for them.')
  process.exitCode = 1
} else if (major > 22 || (major === 22 && minor >= 18)) {
  module.enableCompileCache()
  await import('../out/main/cli.js')
} else {
  console.error(`lumafold needs Node 22.18 or newer, and this is ${process.versions.node}.`)
  process.exitCode = 1
}
