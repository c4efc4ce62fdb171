/**
 * Builds the word lists of the check of guesses, in which longer words count beside the shorter ones in them, because only
 * whole words are looked up. The output is deterministic.
 * Run `npm run build:guess-words -w @inkling/mock-server`, which installs the sources first.
 */
import { writeFileSync } from 'node:fs'
import { fold } from './fold-name.ts'
import { readBadWords } from './sources.ts'

const OUTPUT = 'src/core/rules/guess-words.generated.json'

/** Missing from the lists, or left out of them because names contain these letters. */
const MORE = (
  'nazi nazis hitler heil siegheil heilhitler kkk retard retarded kys killyourself chink chinky gook nigga niggas niglet ' +
  'paki pakis wog wogs spick kyke golliwog raghead towelhead tranny trannies sandnigger coonass dipshit fucktard dumbass ' +
  'fatass jackass lardass horseshit batshit bullshit shithead dickhead dickwad fuckwit wanker wankers twat twats bollocks ' +
  'pedo pedos paedo molester titties jizz jizzed jerkoff skank thot fck fcuk fuc fucc phuk phuq biatch biotch beyotch ' +
  'bougnoul bougnoule bougnoules youpin youpine negre niquetamere nique ntm fdp filsdepute tagueule tarlouze tapiole ' +
  'salopard pouffiasse chintok pede pedes suka cocksucker nudes wtf pr0n ' +
  // The worst of other languages.
  'arschloch scheisse hurensohn wichser fotze schlampe fick ficken mierda pendejo cabron gilipollas hijodeputa stronzo ' +
  'vaffanculo caralho kurwa'
).split(' ')
const MORE_RUSSIAN = (
  'пидор пидоры пидорас пидорасы пидарас пидар педик мудак мудаки еблан шлюха шлюхи шалава жид жиды хач чурка нигер нигга ' +
  'ебаный ебаная ебаное ебанный ебанутый уебок уебан уебище выблядок ублюдок залупа хуесос хуйло долбаеб сучка сученок ' +
  'сцука блят гитлер нацист трахать трахаться'
).split(' ')

const { english, foreign, cyrillic } = readBadWords()
const lists = {
  latin: [...new Set([...english, ...foreign, ...MORE])].sort().join(' '),
  cyrillic: [...new Set([...cyrillic, ...MORE_RUSSIAN.map(fold)])].sort().join(' '),
}
writeFileSync(OUTPUT, `${JSON.stringify(lists)}\n`)
process.stderr.write(`${OUTPUT}: ${lists.latin.length + lists.cyrillic.length} letters\n`)
