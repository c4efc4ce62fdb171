import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { quoted, quotedExcept } from '../text/shell-word.ts'

const TOKEN = 'a "b\\'

const output = (shell: string, script: string): string =>
  spawnSync(shell, ['-c', script], { encoding: 'utf8', env: { ...process.env, TOKEN } }).stdout

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

describe.each(['bash', 'zsh', 'fish'])('if %s is installed', (shell) => {
  test.runIf(isInstalled(shell))('it takes quoted text literally', () => {
    const text = `{"name":"it's \\\\ $TOKEN \`x\` !1 \\n\\""}`
    expect(output(shell, `printf %s ${quoted(text)}`)).toBe(text)
  })

  test.runIf(isInstalled(shell))('it replaces the variables in quoted text', () => {
    const words = ['{"token":"$TOKEN"}', '$TOKEN', "it's $TOKEN $HOME"]
    const script = words.map((word) => quotedExcept(/\$TOKEN\b/g, word)).join(' ')
    expect(output(shell, `printf '%s|' ${script}`)).toBe(`{"token":"${TOKEN}"}|${TOKEN}|it's ${TOKEN} $HOME|`)
  })
})
