import { AppError } from '../../contract/errors.ts'
import type { AnalysedPicture } from './analysed-picture.ts'
import { asAppError } from './as-app-error.ts'
import type { CallAnswer, CallResults, OperationCall } from './calls.ts'
import type { Operations } from './operations.ts'

/**
 * Runs the calls of a request one after the other on one picture; never rejects. If the picture does not open, every
 * call gets that error.
 */
export async function answerCalls(
  operations: Operations,
  calls: readonly OperationCall[],
  open: () => Promise<AnalysedPicture>,
): Promise<CallAnswer[]> {
  try {
    const picture = await open()
    const answers: CallAnswer[] = []
    for (const call of calls) answers.push(await answerCall(operations, call, picture))
    return answers
  } catch (error) {
    return refuseCalls(calls, asAppError(error))
  }
}

/** The same answer to every call. */
export function refuseCalls(calls: readonly OperationCall[], { code, text }: AppError): CallAnswer[] {
  return calls.map(() => ({ ok: false, code, message: text }))
}

async function answerCall(operations: Operations, call: OperationCall, picture: AnalysedPicture): Promise<CallAnswer> {
  try {
    const value = await doCall(operations, call, picture)
    // doCall returns what CallResults has for this operation
    return { ok: true, operation: call.operation, value } as CallAnswer
  } catch (error) {
    const { code, text } = asAppError(error)
    return { ok: false, code, message: text }
  }
}

function doCall(
  operations: Operations,
  call: OperationCall,
  picture: AnalysedPicture,
): Promise<CallResults[OperationCall['operation']]> {
  if (call.operation === 'categories') return operations.categories(picture, call.categorizerId, call.given)
  if (call.operation === 'faceVectors') return operations.faceVectors(picture)
  if (call.operation === 'contentVector') return operations.contentVector(picture, call.modelId)
  if (call.operation === 'colorVector') return operations.colorVector(picture, call.features)
  return operations[call.operation](picture, call.given)
}
