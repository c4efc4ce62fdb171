import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/* The floor for messages: ws alone, which broadcasts a message for each POST. */

const server = createServer((_, response) => {
  const message = JSON.stringify({
    type: 'reaction_event',
    data: {
      action: 'changed',
      stepIndex: 0,
      reactionType: 'love',
      username: 'Player1234',
      userId: 'somebody',
    },
  })
  for (const socket of sockets.clients) socket.send(message)
  response.end('{}')
})
const sockets = new WebSocketServer({ server })
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ws is served at http://127.0.0.1:${server.address().port}\n`)
})
