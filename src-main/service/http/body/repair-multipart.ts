import { Transform } from 'node:stream'
import { ServiceError } from '../../errors/service-error.ts'

/** Bytes behind the last boundary within which it is still found. */
const EPILOGUE = 128
const DASHES = Buffer.from('--')

/**
 * Passes a multipart body on and repairs its end: some clients write the last boundary without the dashes before or
 * after it. Fails with 413 when more than `maxBytes` pass.
 */
export function createMultipartRepair(boundary: string, maxBytes: number): Transform {
  const mark = Buffer.from(boundary, 'latin1')
  const window = mark.length + 8 + EPILOGUE
  let held = Buffer.alloc(0)
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > maxBytes)
        return done(new ServiceError(413, `The body is larger than the ${maxBytes} bytes that are taken here.`))
      const all = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const cut = Math.max(0, all.length - window)
      held = Buffer.from(all.subarray(cut))
      done(null, cut > 0 ? all.subarray(0, cut) : undefined)
    },
    flush(done) {
      done(null, repairEnd(held, mark))
    },
  })
}

/** The end of a body with a last boundary as the standard has it; as it is where no boundary is near. */
function repairEnd(end: Buffer, mark: Buffer): Buffer {
  const at = end.lastIndexOf(mark)
  if (at < 0) return end
  const after = end.subarray(at + mark.length)
  const isLast = after.subarray(0, 2).equals(DASHES)
  // Text after a boundary without dashes is the head of a part that was cut short.
  if (!isLast && after.toString('latin1').trim() !== '') return end
  const before = end.subarray(0, at)
  const hasDashes = before.subarray(-2).equals(DASHES)
  const isAtLineStart = before.subarray(-1).toString('latin1') === '\n' || before.length === 0
  if (!hasDashes && !isAtLineStart) return end
  return Buffer.concat([before, hasDashes ? Buffer.alloc(0) : DASHES, mark, DASHES, Buffer.from('\r\n')])
}
