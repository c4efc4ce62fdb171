import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@inkling/mock-server/server'
import { dailySample } from '@inkling/mock-server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { binary } from '../../binary.fixture.ts'
import { KEY, runInTerminal, type TerminalConsole } from '../../console/screen/terminal.fixture.ts'
import { loneMember } from '../../players.fixture.ts'

/* Completion in a real shell in a terminal, with the Tab key: each day in another one of those that are installed. */

const ADMIN_KEY = 'key-of-the-shells'
let cwd: string
let server: Awaited<ReturnType<typeof startServer>>
let gameId: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-shells-'))
  await mkdir(join(cwd, 'bin'))
  await mkdir(join(cwd, 'stories'))
  await writeFile(join(cwd, 'stories/first.yaml'), '')
  await mkdir(join(cwd, 'my stories'))
  await writeFile(join(cwd, 'my stories/a tale.yaml'), '')
  await writeFile(join(cwd, 'bin/inkling'), `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`)
  await chmod(join(cwd, 'bin/inkling'), 0o755)
  server = await startServer({
    port: 0,
    data: null,
    seed: 'shells',
    clock: '2026-03-07T12:00:00-05:00',
    adminKey: ADMIN_KEY,
  })
  const player = await loneMember({ baseUrl: server.url, fetch, adminKey: ADMIN_KEY }, 'Owls')
  gameId = (await player.getToday()).gameId ?? ''
})

afterAll(async () => {
  await server.close()
  await rm(cwd, { recursive: true, force: true })
})

const SHELLS = {
  bash: {
    args: ['--noprofile', '--norc', '-i'],
    prompt: "PS1='ready> '",
    load: 'source <(inkling completion bash)',
  },
  zsh: {
    args: ['-f', '-i'],
    prompt: "PROMPT='ready> '; autoload -Uz compinit; compinit -u -d ./zcompdump",
    load: 'source <(inkling completion zsh)',
  },
  fish: {
    args: [
      '--no-config',
      '-i',
      '-C',
      "function fish_prompt; printf 'ready> '; end; function fish_greeting; end",
    ],
    prompt: '',
    load: 'inkling completion fish | source',
  },
} as const

const isInstalled = (shell: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${shell}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function open(shell: keyof typeof SHELLS): Promise<TerminalConsole> {
  const { args, prompt, load } = SHELLS[shell]
  const env = {
    PATH: `${cwd}/bin:${process.env.PATH}`,
    INKLING_TARGET: server.url,
    INKLING_ADMIN_KEY: ADMIN_KEY,
    LANG: 'C.UTF-8',
  }
  const terminal = runInTerminal(shell, args, { columns: 100, rows: 30 }, cwd, env)
  if (prompt !== '') terminal.type(`${prompt}\r`)
  await terminal.until(/(^|\n)ready> ?$/)
  terminal.type(`clear; ${load}; echo loaded ${shell === 'fish' ? '$status' : '$?'}\r`)
  const loaded = await terminal.until(/loaded \d[\s\S]*ready>/)
  expect(loaded.replace(/^.*; echo loaded.*\n/m, '').trim()).toMatch(/^loaded 0\s+ready>/)
  return terminal
}

const installed = (Object.keys(SHELLS) as (keyof typeof SHELLS)[]).filter(isInstalled)

describe.each(dailySample(installed, installed.length))('the completion of %s', (shell) => {
  it('loads without errors, and Tab completes commands, ids, choices and file names', async () => {
    const terminal = await open(shell)
    const completes = async (written: string, whole: string) => {
      terminal.type(written + KEY.tab)
      await terminal.until(new RegExp(`ready> ${whole}`))
      terminal.type('\u0015')
      await terminal.until(/ready> ?$/)
    }
    try {
      await completes('inkling clock fr', 'inkling clock freeze')
      await completes(`inkling game show ${gameId.slice(0, 8)}`, `inkling game show ${gameId}`)
      await completes('inkling bots run --pace r', 'inkling bots run --pace real')
      await completes('inkling scenario run stories/f', 'inkling scenario run stories/first.yaml')
      // A blank, a home folder, and options that take files.
      await completes('inkling scenario run my', String.raw`inkling scenario run my\\ stories/`)
      await completes(
        String.raw`inkling scenario run my\ stories/`,
        String.raw`inkling scenario run my\\ stories/a\\ tale.yaml`,
      )
      await completes('inkling serve --env-file ~/stories/f', 'inkling serve --env-file ~/stories/first.yaml')
      await completes('inkling serve --world stories/f', 'inkling serve --world stories/first.yaml')
      const report = 'inkling scenario run first-day --report json=stories/f'
      await completes(report, `${report}irst.yaml`)
      await completes('inkling serve --env-file=stories/f', 'inkling serve --env-file=stories/first.yaml')
      terminal.type(`inkling clock ${KEY.tab}${KEY.tab}`)
      await terminal.until(/advance[\s\S]*midnight/)
    } finally {
      terminal.pty.kill()
      await terminal.exitCode
    }
  })
})
