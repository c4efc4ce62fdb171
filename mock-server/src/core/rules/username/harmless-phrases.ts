import { partsOf } from './name-parts.ts'

/** Names and phrases, in lower case, in which a bad word is harmless. */
export const HARMLESS_PHRASE =
  /\b(?:moby[ -]dick|dick (?:van dyke|tracy|turpin|whittington|grayson|cheney)|philip k dick|dick and jane|spotted dick|puss(?:y|ies)[ -]?(?:cat|willow|foot)s?|booby[ -](?:trap|prize)s?|(?:blue[ -]footed )?boob(?:y|ies)(?= bird|$)|(?:blue|great|coal|marsh|willow|bearded|crested|long[ -]tailed)[ -]tits?|tit for tat|maine[ -]coon(?: cat)?s?|cock[ -]robin|cocker spaniels?|spick? and span|chinks? in (?:the |his |her |one's )?armou?r|culs?[ -]de[ -]sacs?|bastard (?:sword|wing|title)|negro spirituals?|rio negro|fire retardant|magna cum laude|golden shower trees?|horny toads?|kinky boots|among us)\b/g

/** Whether a username, without a number after it, is one of them: "MobyDick", "Cul-de-sac". */
export const isHarmlessName = (name: string): boolean =>
  partsOf(name.replace(/[_-]?\d+$/, ''))
    .join(' ')
    .replace(HARMLESS_PHRASE, '') === ''
