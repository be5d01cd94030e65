import type { ComputeProcess } from './compute-process.ts'
import type { ComputeTask, FromCompute, ToCompute } from './protocol.ts'
import type { Room } from './room.ts'

/** A task on its way to an answer. */
export type Job = {
  task: ComputeTask
  /** Sent alone because it was in flight when a process died or hung: now only it can be blamed. */
  isAlone: boolean
  answer(message: FromCompute): void
  /** The process died under it, or it took too long, and it was the only one there. */
  blame(code: 'crashed' | 'timed-out', how: string): void
}

export type WorkerLimits = {
  /** Photos in flight in one process, so that decoding overlaps with inference. */
  inFlight: number
  /** After this many milliseconds without an answer a process with several photos is ended and they are tried one by one. */
  sharedMs: number
  /** Longest time in milliseconds for a photo that is alone in its process. */
  aloneMs: number
  /** A process that grew beyond this many bytes is replaced once it has nothing to do. */
  residentBytes: number
}

export type WorkerEvents = {
  /** A place became free. */
  onFree(): void
  /** Jobs that died with the process and may be innocent. */
  onRetry(jobs: Job[]): void
  /** The process is gone; `isFault` unless it was asked to go. */
  onGone(how: string, isFault: boolean): void
}

/** One compute process with the jobs it is working on. */
export type ComputeWorker = {
  readonly size: number
  readonly hasAnswered: boolean
  /** True when the job may be sent now. */
  hasPlace(job: Job): boolean
  send(job: Job): void
  /** Takes nothing new; ends when its jobs are done. */
  retire(): void
  kill(): void
}

type InFlight = { job: Job; timer: NodeJS.Timeout | undefined; tickets: Map<number, object> }

/** Grace in milliseconds for a process that was asked to close. */
const CLOSE_MS = 2000

/** Looks after a started process until it is gone. */
export function createWorker(process: ComputeProcess, start: ToCompute, limits: WorkerLimits, room: Room, events: WorkerEvents): ComputeWorker {
  const flights = new Map<number, InFlight>()
  let isRetiring = false
  let isGone = false
  let hasAnswered = false

  const settle = (flight: InFlight) => {
    clearTimeout(flight.timer)
    for (const ticket of flight.tickets.values()) room.leave(ticket)
    flights.delete(flight.job.task.id)
  }
  const settleAll = () => [...flights.values()].map((flight) => (settle(flight), flight.job))
  const leaveIfDone = () => {
    if (!isRetiring || flights.size > 0 || isGone) return
    process.post({ kind: 'close' })
    setTimeout(() => process.kill(), CLOSE_MS).unref()
  }
  const end = (how: string, code: 'crashed' | 'timed-out') => {
    if (isGone) return
    isGone = true
    const jobs = settleAll()
    if (jobs.length === 1) jobs[0]!.blame(code, how)
    else if (jobs.length > 1) events.onRetry(jobs)
    events.onGone(how, !isRetiring || jobs.length > 0)
  }
  const startTimer = (flight: InFlight) => {
    clearTimeout(flight.timer)
    const stop = () => {
      process.kill()
      end(`no answer within ${limits.aloneMs / 1000} seconds`, 'timed-out')
    }
    const lookAgain = () => (flights.size > 1 ? stop() : (flight.timer = setTimeout(stop, limits.aloneMs - limits.sharedMs)))
    flight.timer = flight.job.isAlone ? setTimeout(stop, limits.aloneMs - limits.sharedMs) : setTimeout(lookAgain, limits.sharedMs)
  }
  const finish = (message: Extract<FromCompute, { residentBytes: number }>) => {
    const flight = flights.get(message.id)
    if (flight === undefined) return
    settle(flight)
    hasAnswered = true
    if (message.residentBytes > limits.residentBytes) isRetiring = true
    flight.job.answer(message)
    leaveIfDone()
    events.onFree()
  }
  const letWait = (flight: InFlight, ticketNumber: number, bytes: number) => {
    const ticket = {}
    flight.tickets.set(ticketNumber, ticket)
    clearTimeout(flight.timer) // waiting for others is not the photo's own time
    room.ask(ticket, bytes, () => {
      if (isGone) return room.leave(ticket)
      startTimer(flight)
      process.post({ kind: 'room-granted', ticket: ticketNumber })
    })
  }
  const leaveRoom = (ticketNumber: number) => {
    for (const { tickets } of flights.values()) {
      const ticket = tickets.get(ticketNumber)
      if (ticket !== undefined) room.leave(ticket)
      tickets.delete(ticketNumber)
    }
  }

  process.onExit((how) => end(how, 'crashed'))
  process.onMessage((message) => {
    if (isGone) return
    if (message.kind === 'ask-room') {
      const flight = flights.get(message.id)
      if (flight !== undefined) letWait(flight, message.ticket, message.bytes)
    } else if (message.kind === 'leave-room') leaveRoom(message.ticket)
    else if (message.kind !== 'ready') finish(message)
  })
  process.post(start)

  return {
    get size() {
      return flights.size
    },
    get hasAnswered() {
      return hasAnswered
    },
    hasPlace(job) {
      if (isRetiring || isGone) return false
      if (job.isAlone) return flights.size === 0
      if ([...flights.values()].some((flight) => flight.job.isAlone)) return false
      // A picture that a person waits for does not queue behind a full process.
      return flights.size < limits.inFlight + (job.task.kind === 'render' ? 1 : 0)
    },
    send(job) {
      const flight: InFlight = { job, timer: undefined, tickets: new Map() }
      flights.set(job.task.id, flight)
      startTimer(flight)
      process.post(job.task)
    },
    retire() {
      isRetiring = true
      leaveIfDone()
    },
    kill() {
      isRetiring = true
      process.kill()
    },
  }
}
