const months: readonly (readonly string[])[] = [
  ['jan', 'january', 'januar', 'jänner', 'janvier', 'janv', 'enero', 'ene', 'январь', 'января', 'янв'],
  ['feb', 'february', 'februar', 'février', 'févr', 'fév', 'febrero', 'февраль', 'февраля', 'фев'],
  ['mar', 'march', 'märz', 'mär', 'mrz', 'mars', 'marzo', 'март', 'марта', 'мар'],
  ['apr', 'april', 'avril', 'avr', 'abril', 'abr', 'апрель', 'апреля', 'апр'],
  ['may', 'mai', 'mayo', 'май', 'мая'],
  ['jun', 'june', 'juni', 'juin', 'junio', 'июнь', 'июня', 'июн'],
  ['jul', 'july', 'juli', 'juillet', 'juil', 'julio', 'июль', 'июля', 'июл'],
  ['aug', 'august', 'août', 'agosto', 'ago', 'август', 'августа', 'авг'],
  ['sep', 'sept', 'september', 'septembre', 'septiembre', 'сентябрь', 'сентября', 'сен'],
  ['oct', 'october', 'oktober', 'okt', 'octobre', 'octubre', 'октябрь', 'октября', 'окт'],
  ['nov', 'november', 'novembre', 'noviembre', 'ноябрь', 'ноября', 'ноя'],
  ['dec', 'december', 'dezember', 'dez', 'décembre', 'déc', 'diciembre', 'dic', 'декабрь', 'декабря', 'дек'],
]

const byName = new Map(months.flatMap((names, index) => names.map((name) => [name, index + 1] as const)))

/** The month (1 to 12) that a name or its abbreviation means; undefined where it means none. */
export const monthNumber = (name: string): number | undefined => byName.get(name.normalize('NFC').toLowerCase())
