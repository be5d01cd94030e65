import { release } from 'node:os'
import { SetupError } from './say.mjs'

/** The version of Darwin in macOS 14, for which ONNX Runtime is built. */
const OLDEST_DARWIN = 23

/** Stops if ONNX Runtime has no binary, before anything is fetched. Without values, those of this machine. */
export function requireSupported(platform = process.platform, arch = process.arch, system = release()) {
  if (platform !== 'darwin') return
  if (arch === 'x64')
    throw new SetupError(
      'Macs with Intel processors are not supported: ONNX Runtime has no version for them. ' +
        'On a Mac with an Apple processor, install Node for arm64.',
    )
  if (Number.parseInt(system, 10) < OLDEST_DARWIN)
    throw new SetupError('Lumafold needs macOS 14 or newer: ONNX Runtime has no version for this one.')
}
