import { namespaces, OWN_TOOLKIT } from './xmp-names.ts'

const lines = [
  `<x:xmpmeta xmlns:x="${namespaces.x}" x:xmptk="${OWN_TOOLKIT}">`,
  ` <rdf:RDF xmlns:rdf="${namespaces.rdf}">`,
  '  <rdf:Description rdf:about=""/>',
  ' </rdf:RDF>',
  '</x:xmpmeta>',
]

/** An empty packet for a sidecar file. */
export const newSidecarText = (): string => `${lines.join('\n')}\n`

/** An empty packet for embedding in a picture, with the marks by which programs find it in unknown formats. */
export const newPacketText = (): string =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${lines.join('\n')}\n<?xpacket end="w"?>`
