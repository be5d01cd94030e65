import { t } from '../locales/messages.ts'
import type { Activity } from './use-activities.ts'
import { writeBytes, writeDuration } from '../words/wording.ts'

/** Describes progress in one line: `1,204 of 20,000 · 3 min left · 41 photos/s`. */
export function describeActivity(activity: Activity, secondsLeft: number | null): string {
  const left = secondsLeft === null ? '' : t('activity.left', { time: writeDuration(secondsLeft) })
  return [standingOf(activity), countsOf(activity), left, activity.detail ?? ''].filter(Boolean).join(' · ')
}

function countsOf({ state, done, total, isInBytes }: Activity): string {
  if ((state !== 'running' && state !== 'paused') || total === null) return ''
  return isInBytes
    ? t('activity.ofTotalBytes', { done: writeBytes(done), total: writeBytes(total) })
    : t('activity.ofTotal', { done, total })
}

function standingOf({ state }: Activity): string {
  if (state === 'paused') return t('activity.paused')
  return state === 'cancelled' ? t('activity.cancelled') : ''
}
