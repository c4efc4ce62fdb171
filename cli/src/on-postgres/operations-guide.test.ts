import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createClient } from '@inkling/mock-server/contract/client/client'
import { VERSION } from '@inkling/mock-server/contract/constants'
import { createInProcessServer } from '@inkling/mock-server/in-process'
import { freePort, installedBin, installedProxies, servers, sql } from '@inkling/mock-server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wordsOf } from '../command-line/command-words.ts'
import { programFixture, type RecordedServer, recordCalls } from '../program.fixture.ts'
import { type Machine, newMachine } from './machine.fixture.ts'
import { startSteadyCalls } from './steady-calls.fixture.ts'

/* The path at the beginning of mock-server/OPERATIONS.md, from the installation to an upgrade, one command after the other. */

const page = readFileSync(new URL('../../../mock-server/OPERATIONS.md', import.meta.url), 'utf8')
const bin = installedBin()
const postgres = servers.find(({ name }) => bin !== null && name.includes(bin))
const canRun = process.platform === 'linux' && postgres !== undefined && installedProxies().includes('caddy')

/** The commands of a section, in its blocks. */
function blocksOf(title: string): string[] {
  const [, section = ''] = new RegExp(`\n## ${title}\n(.*?)\n## `, 's').exec(page) ?? []
  const blocks = Array.from(section.matchAll(/```sh\n(.*?)```/gs), ([, block = '']) => block)
  expect(blocks, title).not.toEqual([])
  return blocks
}

// It needs Debian's postgresql-15 and caddy.
describe.skipIf(!canRun)('the path of OPERATIONS.md', () => {
  let machine: Machine
  let url: string
  let ports: string[]
  const read = (file: string) => readFileSync(join(machine.root, file), 'utf8')
  const user = { deviceId: 'device_of_the_first_player' }
  let token: string
  let id: string
  const [install = ''] = blocksOf('Install')
  let newOne: () => Promise<Machine>
  const local: Record<string, RecordedServer> = {}
  const program = programFixture(local)
  /** Runs a command of ours in this process. @returns what it prints. */
  const inkling = async (command: string) => {
    const [name, ...words] = wordsOf(machine.here(command))
    expect(name).toBe('inkling')
    const { code, stdout, stderr } = await program.run(words)
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${stdout}${stderr}`)
    return stdout
  }
  // A command that runs in this process has another `fetch`.
  const direct = fetch
  const player = () => createClient({ baseUrl: url, fetch: direct, token: () => token })

  beforeAll(async () => {
    const database = postgres?.url ?? ''
    const [site, ...own] = await Promise.all([freePort(), freePort(), freePort()])
    ports = own.map(String)
    for (const port of ports) local[`127.0.0.1:${port}`] = recordCalls(direct)
    url = `http://127.0.0.1:${site}`
    newOne = () =>
      newMachine({
        bin: bin ?? '',
        database,
        values: {
          'https://YOUR.HOST': url,
          'YOUR.HOST': `127.0.0.1:${site}`,
          'YOUR@MAIL': 'ops@owls.example',
          '%2Fvar%2Frun%2Fpostgresql': new URL(database).host,
          '4001': ports[0] ?? '',
          '4002': ports[1] ?? '',
          // On a busy machine.
          '--retry 25': '--retry 100',
        },
      })
    machine = await newOne()
  })
  const removeDatabases = async () => {
    for (const name of ['inkling', 'inkling_before', 'inkling_again'])
      await sql(postgres?.url ?? '', `drop database if exists ${name}`)
    await sql(postgres?.url ?? '', 'drop role if exists inkling')
  }
  afterAll(async () => {
    await machine.close()
    await removeDatabases()
  })

  test('installs two processes behind Caddy', async () => {
    writeFileSync(join(machine.root, 'etc/caddy/Caddyfile'), '# From the package.\n')
    const said = await machine.run(install)
    expect(said).toContain(`{"ok":true,"version":"${VERSION}"}`)
    // What `inkling doctor` finds.
    for (const what of ['target', 'contract', 'metrics']) expect(said).toMatch(RegExp(`^✓ +${what} `, 'm'))
    expect(said).toContain('/Caddyfile is replaced; the old one is ')
    expect(read('etc/caddy/Caddyfile.old')).toBe('# From the package.\n')
    for (const file of ['etc/inkling.env', 'etc/inkling.key'])
      expect(statSync(join(machine.root, file)).mode & 0o777, file).toBe(0o600)
    for (const key of ['ADMIN_KEY', 'METRICS_KEY'])
      expect(read('etc/inkling.env')).toMatch(RegExp(`^${key}=\\w{48}$`, 'm'))
    expect(read('etc/inkling.env')).toContain(`PUBLIC_URL=${url.replace('http', 'https')}\n`)
    expect(read('etc/inkling.env')).toContain('CONTACT=ops@owls.example\n')
    token = (await createClient({ baseUrl: url, fetch }).signInDevice({ body: user })).token
    id = (await player().getProfile()).id
  })

  test('install.sh keeps what was changed, and says so', async () => {
    const [line = ''] = install.split('\n').filter((each) => each.includes('install.sh'))
    const keys = ['etc/inkling.env', 'etc/inkling.key', 'etc/prometheus/inkling.key']
    const before = keys.map(read)
    expect(await machine.run(line)).toBe('')
    expect(keys.map(read)).toEqual(before)
    const changed = [
      'etc/caddy/Caddyfile',
      'etc/prometheus/prometheus.yml',
      'etc/prometheus/alertmanager.yml',
    ]
    const shipped = changed.map(read)
    for (const file of changed) appendFileSync(join(machine.root, file), '# Changed.\n')
    const said = await machine.run(line)
    for (const [index, file] of changed.entries()) {
      expect(said).toContain(`/${file} was changed and stays; the new one is ${machine.root}/${file}.new.`)
      expect(read(file)).toBe(`${shipped[index]}# Changed.\n`)
      expect(read(`${file}.new`)).toBe(shipped[index])
      writeFileSync(join(machine.root, file), shipped[index] ?? '')
    }
    expect(await machine.run(line)).toBe('')
    expect(changed.filter((file) => existsSync(join(machine.root, `${file}.new`)))).toEqual([])
  })

  test('the path is short', () => {
    const titles = ['Install', 'Back up, and restore once', 'Upgrade']
    expect(titles.flatMap(blocksOf).join('').trim().split('\n').length).toBeLessThan(19)
    expect(page.split('\n').length).toBeLessThan(246)
  })

  test('backs up, and puts a restored database into service', async () => {
    const [backUp = '', useIt = ''] = blocksOf('Back up, and restore once')
    const said = await machine.run(backUp)
    expect(readdirSync(join(machine.root, 'var/lib/inkling/state/inkling/worlds')).join()).toMatch(/daily-/)
    expect(statSync(join(machine.root, 'var/backups/inkling.dump')).mode & 0o777).toBe(0o600)
    expect(said).toContain('users: 1\n')
    await machine.run(useIt)
    expect(await player().getProfile()).toMatchObject({ username: expect.any(String) })
  })

  test('upgrades without a failed call', async () => {
    const before = [...machine.pids]
    const calls = await startSteadyCalls(url)
    await calls.answered(20)
    const [commands = ''] = blocksOf('Upgrade')
    await machine.run(commands)
    await calls.answered(40)
    await calls.stop()
    expect([...calls.read.failed, ...calls.written.failed]).toEqual([])
    for (const port of ports)
      expect(machine.pids.get(`inkling@${port}`)).not.toBe(new Map(before).get(`inkling@${port}`))
  })

  test('lets Prometheus read each process', async () => {
    const config = read('etc/prometheus/prometheus.yml')
    expect(config).toContain('job_name: inkling')
    expect(read('etc/prometheus/alerts.yaml')).toContain('up{job="inkling"} == 0')
    expect(config).toContain('rule_files: [/etc/prometheus/alerts.yaml]')
    expect(config).toContain('targets: [127.0.0.1:9093]')
    expect(read('etc/prometheus/alertmanager.yml')).toContain('to: ops@owls.example')
    expect(config).toContain('credentials_file: /etc/prometheus/inkling.key')
    const key = read('etc/prometheus/inkling.key').trim()
    for (const port of ports) {
      const scraped = await fetch(`http://127.0.0.1:${port}/metrics`, {
        headers: { authorization: `Bearer ${key}` },
      })
      expect([scraped.status, await scraped.text()]).toEqual([
        200,
        expect.stringContaining('inkling_accounts 11'),
      ])
    }
  })

  test('puts a save of the timer back', async () => {
    const [, command = ''] = /`(inkling world import FILE [^`]+)`/.exec(page) ?? []
    const [, folder = ''] = /`(\/var\/lib\/\S+\/)daily-….ndjson`/.exec(page) ?? []
    const save = readdirSync(join(machine.root, folder)).sort().at(-1) ?? ''
    expect(save).toMatch(/^daily-.+\.ndjson$/)
    const profile = await player().getProfile()
    await player().updateProfile({ body: { username: 'Renamed' } })
    await inkling(`${command.replace('FILE', folder + save)} --yes=127.0.0.1:4001`)
    expect(await player().getProfile()).toEqual(profile)
  })

  test('an alert names commands that work', async () => {
    const alerts = read('etc/prometheus/alerts.yaml').replaceAll(/\s+/g, ' ')
    const commands = Array.from(
      alerts.matchAll(/: (inkling \w+ \w+ .+?)(?= - alert| $)/g),
      ([, each = '']) => each,
    )
    expect(commands).toEqual([
      expect.stringMatching(/^inkling moderation queue /),
      expect.stringMatching(/^inkling maintenance off /),
    ])
    for (const command of commands) await inkling(command)
  })

  test('install.sh takes quoted keys, names another host, and refuses a URL', async () => {
    const file = join(machine.root, 'etc/inkling.env')
    const [line = ''] = install.split('\n').filter((each) => each.includes('install.sh'))
    const env = read('etc/inkling.env')
    const keys = ['etc/inkling.key', 'etc/prometheus/inkling.key']
    const before = keys.map(read)
    writeFileSync(file, env.replaceAll(/^(ADMIN_KEY|METRICS_KEY)=(.*)$/gm, '$1="$2"'))
    expect(await machine.run(line)).toBe('')
    expect(keys.map(read)).toEqual(before)
    writeFileSync(file, env.replace(/^PUBLIC_URL=.*$/m, 'PUBLIC_URL=https://old.example'))
    expect(await machine.run(line)).toContain(`is not ${url.replace('http', 'https')}: correct it there`)
    writeFileSync(file, env)
    await expect(machine.run(line.replace('YOUR.HOST', 'https://owls.example'))).rejects.toThrow(
      'Give the host without https://',
    )
  })

  test('checks the configuration before a restart', async () => {
    const [, command = ''] = /`(inkling serve --env-file [^`]+)`/.exec(page) ?? []
    expect(await inkling(command)).toMatch(/^CONTACT +ops@owls\.example /m)
    const env = read('etc/inkling.env')
    appendFileSync(join(machine.root, 'etc/inkling.env'), 'CONTAKT=ops@owls.example\n')
    await expect(inkling(command)).rejects.toThrow('unknown variable CONTAKT')
    writeFileSync(join(machine.root, 'etc/inkling.env'), env)
  })

  test('saves each night although the first process is down; another machine notices when none answers', async () => {
    const saves = () => readdirSync(join(machine.root, 'var/lib/inkling/state/inkling/worlds'))
    const before = saves()
    await machine.run('systemctl stop inkling@4001')
    await machine.run('systemctl start inkling-backup')
    expect(saves()).toEqual(expect.arrayContaining(before))
    expect(saves().length).toBeGreaterThan(before.length)
    const [, command = ''] = /^\*\/5 \* \* \* \* (curl .*)$/m.exec(page) ?? []
    expect(await machine.run(command)).toBe('')
    await machine.run('systemctl stop inkling@4002')
    await expect(machine.run(command)).rejects.toThrow('The requested URL returned error: 503')
  })

  test('a new machine takes the place of a lost one', async () => {
    const copies = ['var/backups/inkling.dump', 'etc/inkling.env'].map(
      (file) => [file, readFileSync(join(machine.root, file))] as const,
    )
    await machine.close()
    await removeDatabases()
    machine = await newOne()
    for (const [file, content] of copies) {
      mkdirSync(dirname(join(machine.root, file)), { recursive: true })
      writeFileSync(join(machine.root, file), content, { mode: 0o600 })
    }
    const [recovery = ''] = blocksOf('A lost machine')
    const said = await machine.run(install.split('\n').slice(0, 5).concat(recovery).join('\n'))
    expect(said).toMatch(/^✓ +store +responds: PostgreSQL, \d+ players? and \d+ games?$/m)
    expect(await player().getProfile()).toMatchObject({ id })
  })

  test('notifications of a copy are sent after one start with PUSH=1', async () => {
    const [doctor = ''] = install.split('\n').filter((each) => each.startsWith('inkling doctor'))
    const [, command = ''] = /`(systemctl set-environment [^`]+)`/.exec(page) ?? []
    const other = createInProcessServer({ seed: 'another server' })
    const world = await createClient({ baseUrl: 'http://in-process', fetch: other.fetch }).exportWorld()
    writeFileSync(join(machine.root, 'var/another.json'), JSON.stringify(world))
    const [, putBack = ''] = /`(inkling world import FILE [^`]+)`/.exec(page) ?? []
    await inkling(`${putBack.replace('FILE', '/var/another.json')} --yes=127.0.0.1:4001`)
    expect(await inkling(doctor)).toMatch(/^! +notifications +browsers off \(held/m)
    await machine.run(command)
    expect(await inkling(doctor)).toMatch(/^✓ +notifications +browsers on/m)
  })
})
