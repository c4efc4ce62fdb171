/* For bots, simulated players and generated worlds. The username rules allow each name, also with a number after it. */

export const FIRST_NAMES = (
  'Ada Bruno Cleo Dara Elif Finn Greta Hugo Ines Jonas Kaya Luca Mina Nils ' +
  'Olga Pablo Quinn Rosa Sami Tilda Uma Viggo Wanda Ximena Yuki Zora'
).split(' ')

export const AVATARS = '🦊 🐸 🐙 🦉 🐢 🐝 🦁 🐧 🐨 🦋 🐳 🦔 🐿️ 🦜 🐞 🦒'.split(' ')
