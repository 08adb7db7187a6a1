import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A PostgreSQL of our own: a cluster in a folder, on a port of its own, with TLS and a role that has rights on one schema alone. It ends with this process. */
export interface Cluster {
  /** As the office's machines would name it. */
  readonly url: string
  start(): Promise<void>
  /** Tries what the office's role must not do, and without TLS what it may. @returns what was NOT refused */
  notRefused(): string[]
  /** kill -9 of the server and of all that it started. */
  kill(): void
  stop(): Promise<void>
}

const USER = 'postgres'

/** Where Debian's packages put the server's programs; null: there is none. */
export function installedPrograms(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : []
  const found = versions.map((version) => `/usr/lib/postgresql/${version}/bin`).find((folder) => existsSync(path.join(folder, 'initdb')))
  return found ?? null
}

function requiredPrograms(): string {
  const found = installedPrograms()
  if (found === null) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return found
}

const idOf = (kind: '-u' | '-g'): number => Number(execFileSync('id', [kind, USER]).toString())

/** @param folder  empty, and reachable by everybody: PostgreSQL refuses to run as root */
export function createCluster(folder: string, port: number): Cluster {
  const programs = requiredPrograms()
  const isRoot = process.getuid?.() === 0
  // It does not run as root: where we are, it runs as the user that Debian makes for it.
  const asUser = (program: string, args: readonly string[]): [string, string[]] => (isRoot ? ['runuser', ['-u', USER, '--', program, ...args]] : [program, [...args]])
  const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string => {
    const [command, words] = asUser(path.join(programs, program), args)
    return execFileSync(command, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } }).toString()
  }
  const [data, password, certificate, key] = ['data', 'password', 'server.crt', 'server.key'].map((name) => path.join(folder, name))
  let server: ChildProcess | null = null

  function init(): void {
    mkdirSync(folder, { recursive: true })
    writeFileSync(password, 'only-for-the-proof\n')
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    if (isRoot) for (const file of [folder, password, key]) chownSync(file, idOf('-u'), idOf('-g'))
    run('initdb', ['-D', data, '-U', 'admin', '-A', 'scram-sha-256', `--pwfile=${password}`, '--no-sync'])
    // Nobody comes in without TLS, but who sits at this computer.
    writeFileSync(path.join(data, 'pg_hba.conf'), 'local all all scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256\nhostssl all all ::1/128 scram-sha-256\n')
  }

  /** As the role of the office. */
  const isDone = (sql: string, database = 'render', tls = 'require'): boolean => {
    try {
      run('psql', ['-h', 'localhost', '-p', String(port), '-U', 'atrium', '-d', database, '-v', 'ON_ERROR_STOP=1', '-c', sql], { PGPASSWORD: 'office', PGSSLMODE: tls })
      return true
    } catch {
      return false
    }
  }

  const admin = (database: string, sql: string): void => { run('psql', ['-h', 'localhost', '-p', String(port), '-U', 'admin', '-d', database, '-v', 'ON_ERROR_STOP=1', '-c', sql], { PGPASSWORD: readFileSync(password, 'utf8').trim() }) }

  async function start(): Promise<void> {
    const isNew = !existsSync(data)
    if (isNew) init()
    const [command, words] = asUser(path.join(programs, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=localhost', '-c', 'ssl=on', '-c', `ssl_cert_file=${certificate}`, '-c', `ssl_key_file=${key}`])
    server = spawn(command, words, { stdio: 'ignore', detached: true })
    process.off('exit', end)
    // First: whoever clears up then takes its folder away.
    process.prependListener('exit', end)
    for (let tries = 0; ; tries++) {
      try {
        run('pg_isready', ['-h', 'localhost', '-p', String(port)])
        break
      } catch (error) {
        if (tries > 240) throw error
        await new Promise((resolve) => { setTimeout(resolve, 250) })
      }
    }
    if (!isNew) return
    for (const sql of ["CREATE ROLE atrium LOGIN PASSWORD 'office'", 'CREATE DATABASE render', 'REVOKE CREATE, TEMPORARY ON DATABASE render FROM PUBLIC']) admin('postgres', sql)
    for (const sql of ['CREATE SCHEMA atrium_batch AUTHORIZATION atrium', 'REVOKE ALL ON SCHEMA public FROM PUBLIC']) admin('render', sql)
  }

  const mainPid = (): number => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

  function kill(): void {
    // Its processes are one group each; the server's own goes first, so that it starts no others.
    const pid = mainPid()
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)]).toString().trim().split(/\s+/).map(Number)
    for (const each of [pid, ...children]) process.kill(each, 'SIGKILL')
    server?.unref()
  }

  /** Whether or not it has begun to listen. */
  function end(): void {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    const group = -server.pid!
    for (const way of [kill, () => process.kill(group, 'SIGKILL')]) {
      try {
        way()
      } catch {
        // It is gone already, or not there yet.
      }
    }
  }

  return {
    url: `postgres://atrium:office@localhost:${port}/render?sslmode=verify-full&sslrootcert=${certificate}`,
    start,
    notRefused() {
      const forbidden = ['CREATE TABLE public.mine (id int)', 'CREATE SCHEMA mine', 'CREATE DATABASE mine', 'CREATE ROLE mine', 'SELECT rolpassword FROM pg_authid', 'CREATE TEMPORARY TABLE mine (id int)', "COPY (SELECT 1) TO PROGRAM 'true'"]
      return [
        ...(isDone('SELECT 1') ? [] : ['(the role cannot even come in)']),
        ...forbidden.filter((sql) => isDone(sql)),
        ...(isDone('SELECT 1', 'render', 'disable') ? ['without TLS'] : []),
      ]
    },
    kill,
    async stop() {
      if (server === null) return
      process.off('exit', end)
      try {
        run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      } catch {
        // It is gone already.
      }
      await new Promise((resolve) => { setTimeout(resolve, 200) })
    },
  }
}
