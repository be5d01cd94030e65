import { AppError } from '../../contract/errors.ts'
import { ServiceError, type ErrorStatus } from '../errors/service-error.ts'

const NAMED: ReadonlySet<ErrorStatus> = new Set([400, 404, 410, 413])

/** Prefixes the error about a value with the parameter's name, unless the sentence contains it. */
export async function nameParameter<T>(parameter: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServiceError && NAMED.has(error.status) && !hasWord(error.message, parameter))
      throw new ServiceError(error.status, `${parameter}: ${error.message}`, error.headers, { cause: error })
    if (error instanceof AppError && error.code === 'file-unreadable' && !hasWord(error.message, parameter))
      throw new AppError(error.code, `${parameter}: ${error.message}`, { cause: error })
    throw error
  }
}

const hasWord = (message: string, parameter: string) => message.split(/[^\w]+/, 3).includes(parameter)
