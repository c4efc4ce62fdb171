import * as z from 'zod'
import { botAs, PLAIN, type StepDefinition } from '../step-definition.ts'
import { botReference, call } from '../step-parts.ts'
import { value } from '../values/value.ts'

const schema = z
  .strictObject({
    http: z
      .strictObject({
        method: z
          .string()
          .regex(/^[A-Z]+$/, 'the method must be in capitals')
          .describe('the method, in capitals'),
        path: z
          .string()
          .regex(/^(\/|\$\{)/, 'the path must start with / or with a variable')
          .describe('the path on the target; it may start with a variable'),
        headers: z.record(z.string(), z.string()).optional().describe('headers by name'),
        body: value.optional().describe('sent as JSON'),
        raw: z.string().optional().describe('sent unchanged'),
      })
      .describe('what to send'),
    as: botReference.optional(),
    ...call,
  })
  .meta({
    id: 'http-step',
    description:
      'A raw HTTP request, for requests that the typed client cannot make. With `needs: controls`, it carries the admin key of the run.',
  })
export type HttpStep = z.infer<typeof schema>

export const httpStep: StepDefinition<HttpStep> = {
  ...PLAIN,
  schema,
  title: ({ http, as }) => ({ who: as ?? '', what: `${http.method} ${http.path}` }),
  bots: botAs,
  captures: ({ capture }) => capture,
  check: (step, check) => check.http(step),
  example: `
- { http: { method: GET, path: "/api/groups/\${groupId}" }, as: ann, expect: { http-status: 200 } }
- { http: { method: POST, path: /api/auth/device, raw: "{" }, expect: { error: VALIDATION_FAILED } }
- http: { method: POST, path: /api/auth/device, headers: { x-trace: "1" }, body: { deviceId: a } }
  expect: { http-status: 400 }
- { http: { method: GET, path: /control/outbox }, needs: controls, expect: { items: { length: 0 } } }
`,
}
