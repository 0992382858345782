/**
 * Words that names hold besides names. Each list is of lower-case Latin words as `foldToken` leaves them.
 * Words stand here for what they do in a name, not for whom they name: no list holds a listed person.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u))

/** Forms of address, ranks and offices: said or left out at will. */
export const titles = words(`
  mr mrs ms miss mister sir dame lord lady dr doctor prof professor eng engineer hon honorable honourable rev reverend father bishop
  president praesident prasident chairman minister prime senator governor ambassador judge king queen prince princess crown emir amir emperor
  general gen colonel col lieutenant lt major maj captain capt sergeant sgt commander cmdr brigadier admiral marshal
  sheikh shaikh shaykh sheik cheikh sayyid sayed sayyed syed sayid said-al haji hajji haj hajj alhaji mullah mulla mawlawi maulavi molvi maulana mawlana mufti qari hafiz ustad ustaz
  ayatollah hojjatoleslam imam herr frau monsieur madame don dona senor senora seigneur comrade
  mme mlle sra srta dna dott dottssa mgr judr mudr phdr lic gral cnel dipl habil ing med mp mba obe cbe mbe kbe
  na nee alias aka fka jr sr junior senior phd md esq ii-nd`)

/** Titles only before a name: behind one they are names (Tsai Ing-wen). */
export const leadingTitles = words('ing med mag dna lic')

/** Titles that stand behind a name. */
export const trailingTitles = words('na nee alias aka fka jr sr junior senior phd md esq mp mba obe cbe mbe kbe ii-nd')

/** Titles that people also bear as given or family names. */
export const titlesAndNames = words(`
  lord lady father bishop judge king queen prince princess crown emir amir major marshal hafiz imam don dona qari mufti
  sayed sayyed syed sayid sayyid`)

/** Small words that tie the parts of a name together, written or left out at will. */
export const particles = words(`
  al el ul ur ud ad as ash ar az at an il l bin ben ibn bint binti ould oglu ogly kyzy de del della di da do dos das du des la le les los las
  van von der den ter ten zu zum zur qizi uly y e af av ap mac the of and und et for in und`)

/** What stands behind the name of the father: Rashad Vagif oglu. */
export const childOfBefore: ReadonlySet<string> = new Set(['oglu', 'ogly', 'kyzy', 'qizi', 'uly'])

/** Family names of Korea and China that are particles elsewhere: 안, 도, 杜, 狄, 라. */
export const familiesLikeParticles = words('an di do du la')

/** Particles that people also bear as given names. */
export const particlesAndNames = words('ben an le do du di da la mac des')

/** Words that many organisations bear: sharing them says little. */
export const commonInOrganisations = words(`
  group groupe gruppe holding holdings international intl global world worldwide company corporation bank banking trust fund funds capital partners investment investments financial finance services service solutions systems technologies technology tech industries industrial
  industry trading trade commercial general national business enterprise enterprises management development construction engineering energy oil gas petroleum shipping maritime marine logistics transport aviation airlines air foundation organization organisation association society institute center centre
  university school research central state public federal ministry department office agency bureau council committee party movement front army brigade forces force union united first new east west north south eastern western northern southern export import electronics motor motors media communications telecom
  real estate properties property insurance health medical pharma pharmaceutical pharmaceuticals food foods products manufacturing factory plant works consulting security defense defence offshore series`)

/** One spelling for letters that are written in two ways at will: the ending of `شركة`, the hamza, the dotless ya. */
export const plainEndings = (arabic: string): string =>
  arabic.replace(/ة$/u, 'ه').replace(/[أإآ]/gu, 'ا').replace(/ى$/u, 'ي')

/** Words that many organisations bear in Arabic, as such words are written in English. */
export const commonInArabic: ReadonlyMap<string, string> = new Map(
  Object.entries({
    foundation: 'مؤسسة مؤسسه',
    association: 'جمعية جمعيه',
    group: 'مجموعة مجموعه',
    bank: 'بنك البنك مصرف المصرف',
    holding: 'القابضة قابضة',
    international: 'الدولية الدولي دولية',
    global: 'العالمية عالمية',
    trading: 'للتجارة التجارة التجارية تجارة',
    import: 'للاستيراد الاستيراد',
    export: 'والتصدير للتصدير',
    services: 'للخدمات الخدمات خدمات',
    shipping: 'للشحن الشحن للملاحة الملاحة',
    transport: 'للنقل النقل',
    aviation: 'للطيران الطيران',
    industries: 'للصناعات الصناعية الصناعات',
    investment: 'للاستثمار الاستثمار',
    insurance: 'للتأمين التأمين',
    national: 'الوطنية الوطني',
    general: 'العامة العام',
    university: 'جامعة جامعه',
    ministry: 'وزارة',
    committee: 'لجنة اللجنة',
    party: 'حزب',
    movement: 'حركة',
    front: 'جبهة',
  }).flatMap(([word, written]) => written.split(' ').map((arabic) => [plainEndings(arabic), word] as const)),
)

/** Short ways of writing words that organisations share. */
export const shortWords: ReadonlyMap<string, string> = new Map(
  'grp group,intl international,internatl international,natl national,mfg manufacturing,svc services,svcs services,mgmt management,mgt management,assn association,assoc association,univ university,govt government,hldg holding,hldgs holdings,trdg trading,engg engineering,inds industries,dept department,fdn foundation,ctr center,centre center,bros brothers,organisation organization,constr construction,transp transport,invt investment'
    .split(',')
    .map((pair) => {
      const [short = '', word = ''] = pair.split(' ')
      return [short, word] as const
    }),
)

/**
 * Given names and parts of names that very many people bear, in the form of `soundOf`; sharing them says less than
 * sharing others.
 */
export const commonInPeople = words(`
  mohammed muhammad mohamed mohammad mohamad ahmad ahmed ali hassan hasan hussein hussain husain abdul abdullah abdallah abd abu omar umar ibrahim khan mohd mahmoud mahmud khalid yusuf yousef saleh salih said saeed kim lee li wang zhang liu chen yang ri pak park choe choi jong song
  jose juan maria carlos luis antonio john james david michael robert william thomas george charles joseph peter paul mark jean pierre jan hans anna ivan sergey sergei aleksandr alexander vladimir mikhail andrei nikolai dmitry igor oleg yuri viktor singh kumar abdel abdoul rahman mhmd mhmwd ahmd hsn hsyn ly mr bdallh`)

/** Short forms of given names, each with what it is short for. */
export const shortForms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ben: 'benjamin',
    mohd: 'mohammed muhammad mohamed mohammad mohamad muhammed',
    md: 'mohammed muhammad mohamed mohammad mohamad muhammed',
    muh: 'mohammed muhammad mohamed mohammad mohamad muhammed',
    barry: 'barack',
    ted: 'theodore edward',
    bill: 'william',
    will: 'william',
    billy: 'william',
    bob: 'robert',
    rob: 'robert',
    bobby: 'robert',
    dick: 'richard',
    rick: 'richard',
    rich: 'richard',
    jim: 'james',
    jimmy: 'james',
    joe: 'joseph',
    tom: 'thomas',
    tommy: 'thomas',
    tony: 'anthony antonio',
    mike: 'michael',
    mick: 'michael',
    dave: 'david',
    dan: 'daniel',
    danny: 'daniel',
    steve: 'stephen steven',
    chris: 'christopher christian',
    nick: 'nicholas nikolai',
    alex: 'alexander alexandra aleksandr',
    sasha: 'alexander aleksandr alexandra',
    ed: 'edward edwin',
    eddie: 'edward',
    sam: 'samuel',
    matt: 'matthew',
    pat: 'patrick patricia',
    greg: 'gregory',
    jeff: 'jeffrey',
    jerry: 'gerald jerome',
    larry: 'lawrence',
    andy: 'andrew',
    tim: 'timothy',
    ron: 'ronald',
    don: 'donald',
    ken: 'kenneth',
    kate: 'katherine catherine',
    liz: 'elizabeth',
    beth: 'elizabeth',
    peggy: 'margaret',
    maggie: 'margaret',
    sue: 'susan',
    jenny: 'jennifer',
    kathy: 'katherine catherine',
    pepe: 'jose',
    paco: 'francisco',
    pancho: 'francisco',
    nacho: 'ignacio',
    lola: 'dolores',
    vova: 'vladimir',
    volodya: 'vladimir',
    dima: 'dmitry dmitri',
    misha: 'mikhail',
    kolya: 'nikolai',
    seryozha: 'sergei sergey',
    zhenya: 'evgeny yevgeny',
    yura: 'yuri',
    bibi: 'benjamin',
    gena: 'gennady',
  }).map(([short, long]) => [short, long.split(' ')]),
)

const units = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const ordinals = [
  'zeroth',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** Number words, cardinal and ordinal, by their value. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...units.map((word, value) => [word, value] as const),
  ...ordinals.map((word, value) => [word, value] as const),
  ...tens.map((word, place) => [word, (place + 2) * 10] as const),
  ['fourty', 40] as const,
])
