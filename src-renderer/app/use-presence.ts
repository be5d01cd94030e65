import { useTitle } from '@vueuse/core'
import { computed, onScopeDispose, watch } from 'vue'
import type { Presence } from '../../src-main/contract/shell/presence.ts'
import { useActivities, type Activity } from '../activity/use-activities.ts'
import { useShell } from '../client/use-shell.ts'
import { useClient } from '../client/use-client.ts'
import { writePercent } from '../locales/formats.ts'
import { useSettings } from '../settings/use-settings.ts'

/**
 * Shows long work outside the window: progress in dock or task bar, a notification when it ends unseen, and no sleep
 * meanwhile if the person wants that. In a browser the title has the progress, and the browser's own means do the rest
 * as far as it allows them.
 */
export function usePresence(): void {
  const activities = useActivities(),
    settings = useSettings(),
    shell = useShell()
  const { shell: calls } = useClient()
  const isDesktop = computed(() => shell.info?.kind === 'electron')
  const running = computed(() => activities.active.filter(({ state }) => state === 'running'))
  const presence = computed<Presence>(() => ({
    isWorking: running.value.length > 0,
    // In whole per cent, so that a long job is a hundred calls and not a hundred thousand.
    share: activities.share === null ? null : Math.round(activities.share * 100) / 100,
    keepsAwake: settings.settings.keepsAwake,
    staysInTray: settings.settings.staysInTray,
  }))
  const known = computed(() => (shell.info === null ? null : JSON.stringify(presence.value)))

  const wake = createWakeLock()
  onScopeDispose(() => wake.set(false))
  const title = useTitle()
  const usual = title.value ?? ''
  watch(
    known,
    (now) => {
      if (now === null) return
      const { isWorking, share, keepsAwake } = presence.value
      if (isDesktop.value) void calls.setPresence(presence.value)
      else {
        title.value = isWorking && share !== null ? `${writePercent(share)} · ${usual}` : usual
        wake.set(isWorking && keepsAwake)
      }
    },
    { immediate: true },
  )

  const wasRunning = new Set<string>()
  watch(
    () => activities.list.map(({ id, state }) => `${state} ${id}`).join('\n'),
    () => {
      for (const activity of activities.list) {
        if (activity.state === 'running') wasRunning.add(activity.id)
        else if (activity.state !== 'paused' && wasRunning.delete(activity.id)) tell(activity)
      }
    },
    { immediate: true },
  )

  function tell(activity: Activity): void {
    const isSeen = document.visibilityState === 'visible' && document.hasFocus()
    if (isSeen || activity.state === 'cancelled' || !settings.settings.tellsEnd) return
    const { title: what, problem, detail = '' } = activity
    if (isDesktop.value) void calls.tellEnd({ title: what, body: problem ?? detail })
    else if (globalThis.Notification?.permission === 'granted') new Notification(what, { body: problem ?? detail })
  }
}

/** The browser's lock against sleep. It ends with the page, and whenever the page is not visible. */
function createWakeLock() {
  let lock: Promise<WakeLockSentinel> | null = null
  return {
    set(isWanted: boolean): void {
      if (isWanted === (lock !== null) || !('wakeLock' in navigator)) return
      const held = lock
      if (held === null) {
        lock = navigator.wakeLock.request('screen')
        // Denied, for example with an empty battery: the machine may sleep.
        lock.catch(() => (lock = null))
      } else {
        lock = null
        void held.then((sentinel) => sentinel.release()).catch(() => undefined)
      }
    },
  }
}
