import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { common } from '../step-parts.ts'

const schema = z
  .strictObject({
    server: z
      .enum(['restart', 'rotate-secrets', 'replace-secrets'])
      .describe(
        'restart, or restart with new secrets: rotate-secrets keeps tokens valid, replace-secrets invalidates them',
      ),
    ...common,
  })
  .meta({
    id: 'server-step',
    description:
      'Restarts a server that the run has started (in process). Stored data stays; faults, sockets and the outbox are lost.',
  })
export type ServerStep = z.infer<typeof schema>

export const serverStep: StepDefinition<ServerStep> = {
  ...PLAIN,
  schema,
  title: ({ server }) => ({ who: 'server', what: server }),
  needs: 'restart',
  isForEverybody: true,
  example: `
- { bot: ann, do: start-turn }
- { server: restart }
- { bot: ann, do: today, expect: { yourStatus: playing } }
- { server: replace-secrets }
- { bot: ann, do: today, expect: { error: AUTH_INVALID } }
`,
}
