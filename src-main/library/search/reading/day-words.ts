import { klingonToPiqad, serbianToLatin } from '../../../analysis/vocabulary/transliterate.ts'
import type { Language } from '../../../contract/analysis/language.ts'
import type { Holiday } from '../../../contract/library/search/holidays.ts'

/** Days that are the same every year, as the search language writes them. */
type YearlyDay = '24 december' | '25 december' | '26 december' | '1 january' | '31 october' | '14 february' | '1 may'

/**
 * The words of a language for single days. Alternatives are separated by `|`; each represents its inflections. Weekdays
 * come from `Intl`, and English holidays count in every language: Halloween has few other names.
 */
export type DayWords = {
  /** Of a month, from the first on. */
  ordinals?: string
  /** From Monday on, as people say besides. */
  weekdays?: readonly string[]
  /** The same of last week, if a language writes that as one word. */
  ofLastWeek?: readonly string[]
  holidays: Readonly<Partial<Record<Holiday | YearlyDay, string>>>
}

const croatian: DayWords = {
  ordinals: 'prvi|drugi|treći',
  holidays: {
    christmas: 'Božić',
    '24 december': 'Badnjak|Badnja večer|Badnje veče',
    "new year's eve": 'Silvestrovo|Stara godina|doček Nove godine|novogodišnja noć',
    'new year': 'Nova godina',
    easter: 'Uskrs',
    '31 october': 'Noć vještica|Halloween',
    '14 february': 'Valentinovo',
    '1 may': 'Prvi maj',
  },
}

const serbian = (convert: (text: string) => string): DayWords => ({
  ordinals: convert('први|други|трећи'),
  holidays: {
    'orthodox christmas': convert('Божић'),
    "new year's eve": convert('дочек Нове године|новогодишња ноћ'),
    'new year': convert('Нова година'),
    'orthodox easter': convert('Васкрс|Ускрс'),
    '31 october': convert('Ноћ вештица'),
    '1 may': convert('Првомај|Први мај'),
  },
})

/** With each word for a week. */
function chinese(weeks: readonly string[], holidays: DayWords['holidays']): DayWords {
  const days = (before: string) =>
    ['一', '二', '三', '四', '五', '六', '日|天'].map((names) =>
      weeks.flatMap((week) => names.split('|').map((name) => `${before}${week}${name}`)).join('|'),
    )
  return { weekdays: days(''), ofLastWeek: days('上'), holidays }
}

const klingon: DayWords = {
  weekdays: ['DaSjaj', 'povjaj', 'ghItlhjaj', 'loghjaj', 'buqjaj', 'ghInjaj', 'jaghjaj'],
  holidays: {},
}

export const dayWords: Readonly<Record<Language, DayWords>> = {
  en: {
    ordinals:
      'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|' +
      'fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-first|twenty-second|twenty-third|' +
      'twenty-fourth|twenty-fifth|twenty-sixth|twenty-seventh|twenty-eighth|twenty-ninth|thirtieth|thirty-first',
    holidays: {
      christmas: 'Christmas|Xmas|Christmastime|Christmas time',
      '24 december': 'Christmas Eve',
      '25 december': 'Christmas Day',
      '26 december': 'Boxing Day',
      "new year's eve": "New Year's Eve|New Years Eve|New Year Eve|NYE",
      'new year': 'New Year|New Years|the New Year',
      '1 january': "New Year's Day|New Years Day",
      easter: 'Easter|Easter Sunday|Easter Monday|Easter weekend',
      '31 october': 'Halloween',
      '14 february': "Valentine's Day|Valentines Day|Valentine's|Valentines",
      '1 may': 'May Day',
    },
  },
  de: {
    ordinals: 'erster|zweiter|dritter|vierter|fünfter|sechster|siebter|achter|neunter|zehnter|elfter|zwölfter',
    weekdays: ['', '', '', '', '', 'Sonnabend', ''],
    holidays: {
      christmas: 'Weihnachten|Weihnacht|Weihnachtsfest|Weihnachtstage|Weihnachtsfeiertage',
      '25 december': 'erster Weihnachtstag|erster Weihnachtsfeiertag',
      '26 december': 'zweiter Weihnachtstag|zweiter Weihnachtsfeiertag',
      '24 december': 'Heiligabend|Heiliger Abend|Weihnachtsabend',
      "new year's eve": 'Silvester|Silvesterabend|Silvesternacht|Sylvester',
      'new year': 'Jahreswechsel',
      '1 january': 'Neujahr|Neujahrstag',
      easter: 'Ostern|Ostersonntag|Ostermontag|Osterfest|Osterwochenende',
      '31 october': 'Halloween',
      '14 february': 'Valentinstag',
    },
  },
  fr: {
    ordinals: 'premier',
    holidays: {
      christmas: 'Noël|fêtes de Noël|jour de Noël',
      '24 december': 'réveillon de Noël|veille de Noël',
      "new year's eve": 'réveillon|Saint Sylvestre|réveillon du Nouvel An|réveillon du jour de l an',
      'new year': 'Nouvel An',
      '1 january': 'jour de l an',
      easter: 'Pâques|week end de Pâques|dimanche de Pâques|lundi de Pâques',
      '31 october': 'Halloween',
      '14 february': 'Saint Valentin',
    },
  },
  es: {
    ordinals: 'primero',
    holidays: {
      christmas: 'Navidad|Navidades|día de Navidad',
      '24 december': 'Nochebuena',
      "new year's eve": 'Nochevieja|fin de año|noche vieja',
      'new year': 'Año Nuevo',
      easter: 'Pascua|domingo de Pascua|domingo de Resurrección',
      '31 october': 'Halloween',
      '14 february': 'San Valentín',
    },
  },
  it: {
    ordinals: 'primo',
    holidays: {
      christmas: 'Natale|giorno di Natale',
      '24 december': 'vigilia di Natale|la vigilia',
      "new year's eve": 'San Silvestro|notte di Capodanno|ultimo dell anno',
      'new year': 'Capodanno',
      easter: 'Pasqua|Pasquetta|domenica di Pasqua|lunedì di Pasqua',
      '31 october': 'Halloween',
      '14 february': 'San Valentino',
    },
  },
  nl: {
    ordinals: 'eerste|tweede|derde',
    holidays: {
      christmas: 'Kerstmis|Kerst|Kerstdagen',
      '25 december': 'eerste kerstdag',
      '26 december': 'tweede kerstdag',
      '24 december': 'kerstavond',
      "new year's eve": 'oudejaarsavond|oud en nieuw|oudjaar|oudejaarsnacht',
      'new year': 'nieuwjaar',
      '1 january': 'nieuwjaarsdag',
      easter: 'Pasen|eerste paasdag|tweede paasdag',
      '31 october': 'Halloween',
      '14 february': 'Valentijnsdag|Valentijn',
    },
  },
  pt: {
    ordinals: 'primeiro',
    // Alone these are "second", "third" and so on.
    weekdays: ['segunda', 'terça', 'quarta', 'quinta', 'sexta', '', ''].map(
      (day) => day && `na ${day}|na ${day} feira|${day} passada`,
    ),
    holidays: {
      christmas: 'Natal|dia de Natal',
      '24 december': 'véspera de Natal|noite de Natal|consoada',
      "new year's eve": 'réveillon|véspera de Ano Novo|passagem de ano|fim de ano|noite de Ano Novo',
      'new year': 'Ano Novo',
      easter: 'Páscoa|domingo de Páscoa',
      '31 october': 'Halloween|dia das bruxas',
    },
  },
  sv: {
    ordinals: 'första|andra|tredje',
    holidays: {
      christmas: 'jul|julen|juldagen|julhelgen',
      '24 december': 'julafton',
      "new year's eve": 'nyårsafton|nyårsnatten|nyårskvällen',
      'new year': 'nyår',
      '1 january': 'nyårsdagen',
      easter: 'påsk|påskdagen|påskafton|påskhelgen|annandag påsk',
      '31 october': 'Halloween',
      '14 february': 'alla hjärtans dag',
      '1 may': 'första maj',
    },
  },
  da: {
    ordinals: 'første|anden|tredje',
    holidays: {
      christmas: 'jul|julen|juledag|juledagene',
      '24 december': 'juleaften',
      "new year's eve": 'nytårsaften|nytårsnat',
      'new year': 'nytår',
      '1 january': 'nytårsdag',
      easter: 'påske|påsken|påskedag|påskesøndag',
      '31 october': 'Halloween',
      '14 february': 'valentinsdag',
    },
  },
  no: {
    ordinals: 'første|andre|tredje',
    holidays: {
      christmas: 'jul|jula|julen|juledag|romjul',
      '24 december': 'julaften|julaftenen|julekvelden',
      "new year's eve": 'nyttårsaften|nyttårsnatten|nyttårskvelden',
      'new year': 'nyttår',
      '1 january': 'nyttårsdag',
      easter: 'påske|påska|påsken|påskedag',
      '31 october': 'Halloween',
      '14 february': 'valentinsdagen',
    },
  },
  ru: {
    ordinals: 'первый|второй|третий',
    holidays: {
      'orthodox christmas': 'Рождество',
      "new year's eve": 'новогодняя ночь|канун Нового года',
      'new year': 'Новый год|Новым годом|Нового года',
      'orthodox easter': 'Пасха|светлое воскресенье',
      '31 october': 'Хэллоуин|Хеллоуин',
      '14 february': 'День святого Валентина',
      '1 may': 'Первомай',
    },
  },
  uk: {
    ordinals: 'перший|другий|третій',
    holidays: {
      christmas: 'Різдво',
      '24 december': 'Святвечір|Святий вечір',
      "new year's eve": 'новорічна ніч',
      'new year': 'Новий рік|Нового року|Новим роком',
      'orthodox easter': 'Великдень|Пасха',
      '31 october': 'Геловін|Хелловін',
      '1 may': 'Першотравень',
    },
  },
  bg: {
    ordinals: 'първи|втори|трети',
    holidays: {
      christmas: 'Коледа',
      '24 december': 'Бъдни вечер',
      "new year's eve": 'новогодишна нощ|новогодишната нощ',
      'new year': 'Нова година|Новата година',
      'orthodox easter': 'Великден',
      '31 october': 'Хелоуин',
    },
  },
  pl: {
    ordinals: 'pierwszy|drugi|trzeci',
    holidays: {
      christmas: 'Boże Narodzenie|Bożego Narodzenia|Święta Bożego Narodzenia|Gwiazdka',
      '24 december': 'Wigilia|Wigilię',
      "new year's eve": 'Sylwester|sylwestra|noc sylwestrowa',
      'new year': 'Nowy Rok',
      easter: 'Wielkanoc|Święta Wielkanocne|Niedziela Wielkanocna|Poniedziałek Wielkanocny',
      '31 october': 'Halloween',
      '14 february': 'walentynki|walentynek',
    },
  },
  cs: {
    ordinals: 'první|druhý|třetí',
    holidays: {
      christmas: 'Vánoce|Vánocích|Vánoc|Vánocům',
      '24 december': 'Štědrý den|Štědrý večer',
      "new year's eve": 'Silvestr',
      '1 january': 'Nový rok',
      easter: 'Velikonoce|Velikonocích|Velikonoc',
      '31 october': 'Halloween',
      '14 february': 'Valentýn',
    },
  },
  sk: {
    ordinals: 'prvý|druhý|tretí',
    holidays: {
      christmas: 'Vianoce|Vianociach|Vianoc',
      '24 december': 'Štedrý deň|Štedrý večer',
      "new year's eve": 'Silvester',
      '1 january': 'Nový rok',
      easter: 'Veľká noc|Veľkú noc|Veľkej noci',
      '31 october': 'Halloween',
      '14 february': 'Valentín',
    },
  },
  sl: {
    ordinals: 'prvi|drugi|tretji',
    holidays: {
      christmas: 'božič',
      '24 december': 'božični večer|sveti večer',
      "new year's eve": 'silvestrovo|silvestrski večer',
      'new year': 'novo leto',
      easter: 'velika noč|veliko noč',
      '31 october': 'noč čarovnic',
      '14 february': 'valentinovo',
    },
  },
  hr: croatian,
  bs: croatian,
  sr_cyrl: serbian((text) => text),
  sr_latn: serbian(serbianToLatin),
  lt: {
    ordinals: 'pirmoji|antroji|trečioji',
    holidays: {
      christmas: 'Kalėdos',
      '24 december': 'Kūčios',
      'new year': 'Naujieji metai|Naujųjų metų',
      easter: 'Velykos',
      '31 october': 'Helovinas',
    },
  },
  lv: {
    ordinals: 'pirmais|otrais|trešais',
    holidays: {
      christmas: 'Ziemassvētki',
      '24 december': 'Ziemassvētku vakars',
      "new year's eve": 'Vecgada vakars|Vecgads',
      'new year': 'Jaunais gads|Jaungads|Jaunajā gadā',
      easter: 'Lieldienas',
      '31 october': 'Helovīns',
    },
  },
  et: {
    ordinals: 'esimene|teine|kolmas',
    holidays: {
      christmas: 'jõulud|jõulu|jõulude',
      '24 december': 'jõululaupäev|jõuluõhtu',
      "new year's eve": 'vana-aastaõhtu|aastavahetus|vana aasta õhtu',
      'new year': 'uusaasta',
      easter: 'lihavõtted|lihavõtte|ülestõusmispüha',
      '31 october': 'Halloween',
    },
  },
  fi: {
    ordinals: 'ensimmäinen|toinen|kolmas',
    holidays: {
      christmas: 'joulu',
      '25 december': 'joulupäivä',
      '26 december': 'tapaninpäivä',
      '24 december': 'jouluaatto',
      "new year's eve": 'uudenvuodenaatto|uudenvuodenyö',
      'new year': 'uusivuosi|uusi vuosi|uutenavuotena|uutena vuotena',
      easter: 'pääsiäinen',
      '31 october': 'Halloween',
      '14 february': 'ystävänpäivä',
      '1 may': 'vappu|vapunpäivä',
    },
  },
  hu: {
    ordinals: 'elseje|másodika|harmadika',
    holidays: {
      christmas: 'karácsony|karácsonykor|karácsonyi',
      '24 december': 'szenteste|szent este',
      "new year's eve": 'szilveszter|szilveszterkor|szilveszteri',
      'new year': 'újév|új év',
      easter: 'húsvét|húsvétkor|húsvéti',
      '31 october': 'Halloween',
      '14 february': 'Valentin nap',
      '1 may': 'majális',
    },
  },
  tr: {
    weekdays: [
      'Pazartesi günü',
      'Salı günü',
      'Çarşamba günü',
      'Perşembe günü',
      'Cuma günü',
      'Cumartesi günü',
      'Pazar günü',
    ],
    holidays: {
      christmas: 'Noel',
      "new year's eve": 'yılbaşı|yılbaşı gecesi',
      'new year': 'yeni yıl',
      easter: 'Paskalya',
      '31 october': 'Cadılar Bayramı',
      '14 february': 'Sevgililer Günü',
    },
  },
  el: {
    ordinals: 'πρώτη|δεύτερη|τρίτη',
    holidays: {
      christmas: 'Χριστούγεννα|Χριστουγέννων|Χριστουγεννιάτικα',
      '24 december': 'παραμονή Χριστουγέννων',
      "new year's eve": 'παραμονή Πρωτοχρονιάς|ρεβεγιόν',
      '1 january': 'Πρωτοχρονιά|Πρωτοχρονιάς',
      'orthodox easter': 'Πάσχα|Λαμπρή',
      '14 february': 'Αγίου Βαλεντίνου',
      '1 may': 'Πρωτομαγιά|Πρωτομαγιάς',
    },
  },
  ro: {
    ordinals: 'întâi',
    holidays: {
      christmas: 'Crăciun',
      '24 december': 'ajunul Crăciunului|ajun',
      "new year's eve": 'revelion|ajunul Anului Nou',
      'new year': 'Anul Nou|Anului Nou',
      'orthodox easter': 'Paște|Paști|Paștele|Paștelui',
      '31 october': 'Halloween',
    },
  },
  ca: {
    ordinals: 'primer',
    holidays: {
      christmas: 'Nadal',
      '24 december': 'nit de Nadal|vigília de Nadal',
      "new year's eve": 'cap d any|nit de cap d any',
      'new year': 'any nou',
      easter: 'Pasqua|Setmana Santa',
      '31 october': 'Halloween|Castanyada',
    },
  },
  mt: {
    weekdays: ['Tnejn', 'Tlieta', 'Erbgħa', 'Ħamis', 'Ġimgħa', 'Sibt', 'Ħadd'],
    holidays: { christmas: 'Milied', 'new year': 'Sena l Ġdida', easter: 'Għid' },
  },
  cy: {
    weekdays: ['nos Lun', 'nos Fawrth', 'nos Fercher', 'nos Iau', 'nos Wener', 'nos Sadwrn', 'nos Sul'],
    holidays: {
      christmas: 'Nadolig|y Nadolig|dydd Nadolig',
      '24 december': 'noswyl Nadolig|noswyl y Nadolig',
      "new year's eve": 'nos Galan',
      '1 january': 'dydd Calan',
      easter: 'Pasg|y Pasg',
      '31 october': 'Calan Gaeaf|nos Calan Gaeaf',
    },
  },
  ar: {
    weekdays: ['يوم الاثنين', 'يوم الثلاثاء', 'يوم الأربعاء', 'يوم الخميس', 'يوم الجمعة', 'يوم السبت', 'يوم الأحد'],
    holidays: {
      christmas: 'الكريسماس|عيد الميلاد|الميلاد',
      "new year's eve": 'ليلة رأس السنة',
      'new year': 'رأس السنة|السنة الجديدة',
      easter: 'عيد الفصح|الفصح',
      '31 october': 'الهالوين|هالوين',
      '14 february': 'عيد الحب',
    },
  },
  he: {
    weekdays: ['', '', '', '', '', 'שבת', ''],
    holidays: { christmas: 'חג המולד|כריסמס', "new year's eve": 'סילבסטר', '31 october': 'ליל כל הקדושים|האלווין' },
  },
  fa: {
    weekdays: ['', '', '', 'پنج‌شنبه', '', '', 'یک‌شنبه'],
    holidays: {
      christmas: 'کریسمس',
      'new year': 'سال نو میلادی',
      easter: 'عید پاک',
      '31 october': 'هالووین',
      '14 february': 'ولنتاین|روز ولنتاین',
    },
  },
  ur: {
    holidays: { christmas: 'کرسمس', 'new year': 'نیا سال|نئے سال', easter: 'ایسٹر', '31 october': 'ہالووین' },
  },
  hi: {
    weekdays: ['', '', '', 'बृहस्पतिवार', '', '', 'इतवार'],
    holidays: {
      christmas: 'क्रिसमस|बड़ा दिन',
      'new year': 'नया साल|नए साल|नववर्ष',
      easter: 'ईस्टर',
      '31 october': 'हैलोवीन',
      '14 february': 'वैलेंटाइन डे',
    },
  },
  id: {
    weekdays: ['hari Senin', 'hari Selasa', 'hari Rabu', 'hari Kamis', 'hari Jumat', 'hari Sabtu', 'hari Minggu'],
    holidays: {
      christmas: 'Natal|hari Natal',
      '24 december': 'malam Natal',
      "new year's eve": 'malam tahun baru',
      'new year': 'tahun baru',
      easter: 'Paskah',
      '31 october': 'Halloween',
      '14 february': 'hari Valentine|Valentine',
    },
  },
  ms: {
    weekdays: ['hari Isnin', 'hari Selasa', 'hari Rabu', 'hari Khamis', 'hari Jumaat', 'hari Sabtu', 'hari Ahad'],
    holidays: {
      christmas: 'Krismas|hari Krismas',
      "new year's eve": 'malam tahun baru',
      'new year': 'tahun baru',
      '31 october': 'Halloween',
      '14 february': 'hari Valentine|hari kekasih',
    },
  },
  vi: {
    holidays: {
      christmas: 'Giáng sinh|Noel|lễ Giáng sinh',
      '24 december': 'đêm Giáng sinh',
      "new year's eve": 'đêm giao thừa dương lịch|đêm giao thừa tết Dương lịch',
      '1 january': 'Tết Dương lịch|năm mới',
      easter: 'Phục sinh|lễ Phục sinh',
      '31 october': 'Halloween',
      '14 february': 'lễ Tình nhân|Valentine',
    },
  },
  th: {
    weekdays: ['', '', '', 'วันพฤหัส', '', '', ''],
    holidays: {
      christmas: 'คริสต์มาส|วันคริสต์มาส',
      "new year's eve": 'วันสิ้นปี|คืนส่งท้ายปีเก่า',
      'new year': 'ปีใหม่|วันปีใหม่',
      easter: 'อีสเตอร์|วันอีสเตอร์',
      '31 october': 'ฮาโลวีน|วันฮาโลวีน',
      '14 february': 'วันวาเลนไทน์|วาเลนไทน์',
    },
  },
  ja: {
    weekdays: ['月曜', '火曜', '水曜', '木曜', '金曜', '土曜', '日曜'],
    holidays: {
      christmas: 'クリスマス',
      '24 december': 'クリスマスイブ|クリスマス・イブ|イブ',
      "new year's eve": '大晦日|大みそか',
      '1 january': '元日|元旦',
      'new year': 'お正月|正月|新年',
      easter: 'イースター|復活祭',
      '31 october': 'ハロウィン|ハロウィーン',
      '14 february': 'バレンタイン|バレンタインデー',
    },
  },
  ko: {
    holidays: {
      christmas: '크리스마스|성탄절',
      '24 december': '크리스마스 이브|크리스마스이브',
      "new year's eve": '섣달그믐|송년',
      'new year': '새해|신정',
      easter: '부활절',
      '31 october': '할로윈|핼러윈',
      '14 february': '밸런타인데이|발렌타인데이',
    },
  },
  zh_chs: chinese(['周', '礼拜', '星期'], {
    christmas: '圣诞|圣诞节',
    '24 december': '平安夜|圣诞夜',
    "new year's eve": '跨年|跨年夜',
    '1 january': '元旦',
    'new year': '新年',
    easter: '复活节',
    '31 october': '万圣节',
    '14 february': '情人节',
    '1 may': '五一',
  }),
  zh_cht: chinese(['週', '周', '禮拜', '星期'], {
    christmas: '聖誕|聖誕節|耶誕|耶誕節',
    '24 december': '平安夜|聖誕夜|耶誕夜',
    "new year's eve": '跨年|跨年夜',
    '1 january': '元旦',
    'new year': '新年',
    easter: '復活節',
    '31 october': '萬聖節',
    '14 february': '情人節',
  }),
  ht: {
    weekdays: ['lendi', 'madi', 'mèkredi', 'jedi', 'vandredi', 'samdi', 'dimanch'],
    holidays: { christmas: 'Nwèl', easter: 'Pak', '1 january': 'premye janvye' },
  },
  mww: { holidays: {} },
  otq: { holidays: {} },
  yua: { holidays: {} },
  tlh: klingon,
  tlh_qaak: { ...klingon, weekdays: klingon.weekdays!.map(klingonToPiqad) },
}
