import { computed, reactive } from 'vue'
import { DateChange } from '../../src-main/contract/library/date-change.ts'

export type DateWay = 'set' | 'by' | 'from' | 'zone'

/** What the person filled in, and the resulting change; null while it is incomplete. */
export function useDateChange(photoId: () => number | null) {
  const form = reactive({
    how: 'set' as DateWay,
    moment: '',
    offset: '',
    isEarlier: false,
    days: 0,
    hours: 0,
    minutes: 0,
    seconds: 0,
    from: '',
    to: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const change = computed((): DateChange | null => {
    const takenAt = form.moment.length === 16 ? `${form.moment}:00` : form.moment
    const size = form.days * 86_400 + form.hours * 3600 + form.minutes * 60 + form.seconds
    const asked = {
      set: { how: 'set', takenAt, offset: form.offset === '' ? null : form.offset },
      by: { how: 'by', seconds: form.isEarlier ? -size : size },
      from: { how: 'from', photoId: photoId(), takenAt },
      zone: { how: 'zone', from: form.from === '' ? null : form.from, to: form.to },
    }[form.how]
    const read = DateChange.safeParse(asked)
    return read.success && !(form.how === 'by' && size === 0) ? read.data : null
  })
  return { form, change }
}
