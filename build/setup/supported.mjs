import { SetupError } from './say.mjs'

/** Stops if ONNX Runtime has no binary, before anything is fetched. The values are those of this Node. */
export function requireSupported(platform = process.platform, arch = process.arch) {
  if (platform === 'darwin' && arch === 'x64')
    throw new SetupError(
      'Macs with Intel processors are not supported: ONNX Runtime has no version for them. ' +
        'On a Mac with an Apple processor, install Node for arm64.',
    )
}
