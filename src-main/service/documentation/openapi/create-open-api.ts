import type { Route } from '../../http/route.ts'
import { codeSamplesOf } from '../samples/code-samples-of.ts'
import { describeAnswers, describeErrors, sharedSchemas } from './describe-answers.ts'
import { describeBody, describeParameters } from './describe-input.ts'
import type { OpenApiDocument, Operation, PathItem } from './open-api-types.ts'

const description = `Finds out what a picture shows: tags, categories, colours, faces, the best crops, and pictures like it.

Every request carries \`Authorization: Basic\` with key and secret. A picture is given as a file, in base64, by its address or by the id of an
upload. Version 2 answers \`{ "result": ..., "status": { "type", "text" } }\`; version 1 has shapes of its own. What the published interface
does not have is marked with \`x-addition\`.`

export type OpenApiOptions = {
  version: string
  /** The answer of each route to its sample request, by the route's id. */
  sampleAnswers?: ReadonlyMap<string, unknown>
}

/** The OpenAPI 3.1 document of the routes; the schemas that check their parameters also describe them. */
export function createOpenApi(
  routes: readonly Route[],
  { version, sampleAnswers = new Map() }: OpenApiOptions,
): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lumafold image analysis',
      version,
      summary: 'A private image analysis server',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ basic: [] }],
    tags: [...new Set(routes.map(groupOf))].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...Map.groupBy(routes, ({ path }) => pathOf(path))].map(([path, those]) => [
        path,
        describePath(those, sampleAnswers),
      ]),
    ),
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The key of the account is the user name, its secret the password.',
        },
      },
      schemas: sharedSchemas,
      responses: describeErrors(),
      headers: {
        'Retry-After': { description: 'Seconds to wait before asking again.', schema: { type: 'integer', minimum: 1 } },
        'WWW-Authenticate': { description: 'Asks for Basic authentication.', schema: { type: 'string' } },
        Allow: { description: 'Methods that are possible.', schema: { type: 'string' } },
      },
    },
  }
}

/** Groups of both versions are separate. */
const groupOf = ({ group, version }: Route): string =>
  version === 'v1' && !/\bv1\b/i.test(group) ? `${group} (v1)` : group
const pathOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

function describePath(routes: readonly Route[], sampleAnswers: ReadonlyMap<string, unknown>): PathItem {
  return Object.fromEntries(
    routes.map((route) => [route.method.toLowerCase(), describeOperation(route, sampleAnswers.get(route.id))]),
  )
}

function describeOperation(route: Route, sampleAnswer: unknown): Operation {
  const requestBody = describeBody(route)
  return {
    operationId: route.id,
    tags: [groupOf(route)],
    summary: route.summary,
    ...(route.isAddition && { description: 'An addition: the published interface does not have it.' }),
    parameters: describeParameters(route),
    ...(requestBody && { requestBody }),
    responses: describeAnswers(route, sampleAnswer),
    'x-codeSamples': codeSamplesOf(route),
    ...(route.isAddition && { 'x-addition': true }),
  }
}
