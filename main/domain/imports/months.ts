/** In the languages of `headers.ts` and `more-languages.ts` that write Latin or Cyrillic letters. */
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

/**
 * More of them, by month: Italian, Portuguese, Dutch, Polish, Czech, Slovak, Hungarian, Romanian, Croatian, Turkish, the
 * north and the Baltic, Ukrainian, Bulgarian. What means
 * another month in another of these languages (`listopada`: October in Croatian, November in Polish) is none here.
 */
const more: readonly string[] = [
  'gennaio gen janeiro januari stycznia styczeń sty ledna leden január ian ianuarie siječnja siječanj ocak oca tammikuuta tammikuu січня січень януари sausio sausis janvāris jaanuar',
  'febbraio fevereiro fev februari lutego luty lut února únor február februarie veljače veljača şubat şub helmikuuta helmikuu лютого лютий февруари февр vasario vasaris februāris veebruar',
  'março maart mrt marca marzec března březen martie ožujka ožujak mart maaliskuuta maaliskuu березня березень kovo kovas marts märts március',
  'aprile kwietnia kwiecień kwi dubna duben aprilie travnja travanj nisan nis huhtikuuta huhtikuu квітня квітень април balandžio balandis aprīlis aprill április',
  'maggio mag maio mei maj maja května květen svibnja svibanj mayıs toukokuuta toukokuu травня травень gegužės gegužė maijs május máj',
  'giugno giu junho czerwca czerwiec cze června červen iunie lipnja lipanj haziran haz kesäkuuta kesäkuu червня червень юни birželio birželis jūnijs juuni június jún',
  'luglio lug julho lipca lipiec července červenec iulie srpnja srpanj temmuz tem heinäkuuta heinäkuu липня липень юли liepos liepa jūlijs juuli július júl',
  'augustus augusti sierpnia sierpień sie srpna srpen kolovoza kolovoz ağustos ağu elokuuta elokuu серпня серпень rugpjūčio rugpjūtis augusts augusztus',
  'settembre set setembro września wrzesień wrz září septembrie rujna rujan eylül eyl syyskuuta syyskuu вересня вересень септември сент rugsėjo rugsėjis septembris szeptember',
  'ottobre ott outubro out października październik paź října říjen octombrie ekim eki lokakuuta lokakuu жовтня жовтень октомври spalio spalis oktobris oktoober október',
  'novembro listopadu noiembrie studenoga studeni studenog kasım kas marraskuuta marraskuu ноември нояб lapkričio lapkritis novembris',
  'dicembre dezembro grudnia grudzień gru prosince prosinec decembrie prosinca prosinac aralık ara joulukuuta joulukuu грудня грудень декември gruodžio gruodis decembris detsember',
]

const byName = new Map(
  months.flatMap((names, index) =>
    [...names, ...(more[index] ?? '').split(' ')].map((name) => [name, index + 1] as const),
  ),
)

/** The month (1 to 12) that a name or its abbreviation means; undefined where it means none. */
export const monthNumber = (name: string): number | undefined => byName.get(name.normalize('NFC').toLowerCase())
