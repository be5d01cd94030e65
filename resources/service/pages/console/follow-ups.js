import { h } from './dom.js'

/** What can be done next with an answer: use an upload as the photo, ask for a ticket, say which tags fit. */
export function followUps(json, { photo, selectCall, remembered, refresh }) {
  const { upload_id: uploadId, ticket_id: ticketId, feedback_id: feedbackId, tags } = json.result ?? {}
  const contentId = json.uploaded?.[0]?.id
  const fill = (id, values) => {
    for (const [name, value] of Object.entries(values)) remembered.set(name, value)
    selectCall(id)
  }
  const judge = () =>
    fill('v2.feedback.post', {
      feedback_id: feedbackId,
      'v2.feedback.post': JSON.stringify(
        { judgements: tags.slice(0, 5).map(({ tag }) => ({ tag: tag.en ?? Object.values(tag)[0], verdict: 'right' })) },
        null,
        2,
      ),
    })
  const steps = [
    (uploadId ?? contentId) && ['Use it as the photo', () => (photo.useUpload(uploadId ?? contentId), refresh())],
    ticketId && ['Ask how it stands', () => fill('v2.tickets', { ticket_id: ticketId })],
    feedbackId && ['Say which tags fit', judge],
    json.result?.is_final === false && ['Ask again', () => document.getElementById('request').requestSubmit()],
  ].filter(Boolean)
  return steps.length === 0
    ? []
    : [
        h(
          'p',
          { class: 'steps' },
          steps.map(([text, act]) => h('button', { type: 'button', class: 'quiet', onclick: act }, text)),
        ),
      ]
}
