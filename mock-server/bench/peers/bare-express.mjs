import express from 'express'

/* The floor for a GET: Express 5 with one small response and no middleware. */

const app = express()
const today = {
  hasGame: true,
  status: 'active',
  yourStatus: 'pending',
  participants: [{ username: 'Ann' }, { username: 'Ben' }],
}
app.get('/today', (_, response) => {
  response.json(today)
})
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Express is served at http://127.0.0.1:${server.address().port}\n`)
})
