import type { Job } from '../../../src-main/compute/host/job.ts'

let lastId = 0

/** A job that does nothing, with its own id. */
export function makeJob(
  task: { kind: 'analyse' | 'render' } | { kind: 'operate'; owner: string; pictureId: string },
): Job {
  const id = ++lastId
  return {
    task:
      task.kind === 'operate'
        ? { kind: 'operate', id, ports: [], request: { ...task, path: `/p/${task.pictureId}`, calls: [] } }
        : task.kind === 'analyse'
          ? { kind: 'analyse', id, request: { path: `/p/${id}`, steps: ['hash'] } }
          : { kind: 'render', id, request: { path: `/p/${id}`, longSide: 100, format: 'jpeg', quality: 80 } },
    isAlone: false,
    started: () => undefined,
    answer: () => undefined,
    fail: () => undefined,
    reply: () => Promise.reject(new Error('Nothing is asked here.')),
  }
}
