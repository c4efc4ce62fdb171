/* Ordinary texts with words that look like platforms, addresses, numbers or bad words. All of them must pass. */

const list = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const ORDINARY_USERNAMES = list(`
  snapdragon, SnapDragon, Snap-Dragon12, SnapShot99, Snapper7, snappy22, Snapple, GingerSnap, Ginger_Snap, GingerSnap99,
  OhSnap, Snap-Pea, SnapPea12, SnapCrackle, Snap_Happy, Coldsnap, Snape4Ever, Snapback7,
  Tele-Tubby, TeleTubby7, Telescope12, Telemachus, Telegraph_Hill, Telepathy99, Tele-Vision,
  Insta-Noodle, Instant99, InstantNoodle, Instar, Installer7, Instigator, Constance12, Instinct,
  Otto-2012, Otto2012, Anna2010, Mia_2011, Class-of-2024, Nineteen84, Route66, Area51, Ronin47, Agent007, Ben10,
  Call_of_Duty, Call-Me-Maybe, CallieRose, Callum12, Roll-Call, PhoneBooth, Phonebox7, Saxophone12, Telephone50,
  At-Com-Fort, Comfort12, Comet99, Com-Bat, Rom-Com, SitCom, Dot-Dot-Dash, PolkaDot, Polka-Dot7, DotMatrix, Dotty12,
  Cat-At-Home, Net-Flick, Butterfly-Net, Orgami, Info-Desk, Dash-Dot, Anna-Dot,
  Discord-Kid, Discordia, Concorde12, Discus7, Disco12, DiscGolf, Disc-Jockey,
  Kickflip12, Kiki99, Kiko-7, Kikuyu, Sidekick4, Kickstart,
  Igloo12, Iggy99, Ignatius, Big-Iguana, Igor_12, Fig-Tree,
  TikiTaka, Tik-Tok-Clock, TickTock12, Ticktock, Tacktick7, Tiktaalik,
  Steam-Engine99, SteamTrain7, Steamboat, Steampunk12, SteamedBun, Twitchy7, Twitcher, Viper99, Fiber12,
  Wanda99, Wasabi7, Waffle-12, Washington4, WallE, Scout12, Scooter99, Scarlett7, Oscar-12,
  Telly7, Tegan12, Tiger99, Atticus, Matthew7, Ottilie12, Dcember, Dachshund7, Fabian12, Fiby99, Fable7,
  Facet12, BookWorm, FaceBookworm, BookFace, WhatsUp, WhatsApp-Doc, WechatFan, SkypeDog, Twitter-Bird,
  Messi10, Ronaldo7, LeBron23, Playful12, Gamer12, Redplayer,
  Talbot, Talbot99, Dickson, Dickson7, Fukuda, Fukushima, Fukuoka, Spicer, Spicer12, Cooney, Huy, Huy99, Quang-Huy,
  Moby-Dick, MobyDick, MobyDick7, Blue-Tits, BlueTits, Cul-de-sac, Maine-Coon, MaineCoon12, Great-Tit,
  Anna-Talbot, Fagan, Cockerham, Buttigieg, Titmuss, Wankel, Bonner, Bothwell, Huysmans, McDermott, Mraz, AmongUs,
  Model99, Modesty, Modigliani, Commodore64, Modern-Art, Root-Beer, RootBeer, Beetroot7, Groot, Dog-Owner, Downer,
  Sprinkling, Twinkling7, Tinkling, Inky99, Inkwell, InkBlot, InkMaster, Inka, Inkpot, Pinkling`)

export const ORDINARY_GROUP_NAMES = list(`
  Snap Pea Society, Snapdragons, The Cold Snap, Snap Crackle Pop, Oh Snap!, Ginger Snaps 2024, Snap Judgment,
  Insta-Noodle Club, Instant Noodles, Instant Karma, The Instigators, TikTok Dancers, Tick Tock Club, Discord Mods,
  Discordant Notes, Discus Throwers, Disco 2000, Disco Inferno, Disc Golf Team 4, Facebook Moms, Telegram Boys, Telethon,
  The Telescopes, Tele Tubbies, Telegraph Road, Telephone Game, Broken Telephone, Phone a Friend, Call of Duty,
  Call of the Wild, Call Centre Crew, Roll Call, Whats Up Doc, WhatsApp Family, Steam Engines, Steam Train 44,
  Steampunks, Twitchers, Twitch Streamers, YouTube Kids, Roblox Gang, Xbox Crew, Skype Grannies, Kickers, Kik Start,
  SC Freiburg 04, TT Club 2020, DC Heroes 52, FC Ottawa 1987, Schalke 04, Hannover 96, 1860 Munich, Bayer 04 Leverkusen,
  TSG 1899, Class of 2024, Class#2024, Class of 1999, Summer 2026, Est. 2019, Since 2003, Batch 2010 - 2014,
  7 Dwarfs, 101 Dalmatians, 12 Monkeys, Ocean's 11, Area 51, Route 66, Apollo 11, Blink 182, Level 42, Maroon 5,
  Room 237, Studio 54, 24 Hour Party People, 4 Non Blondes, 50 First Dates, Seven Eleven, Three Musketeers,
  Dot Com Boom, The Dotcoms, Polka Dots, Dots and Dashes, Connect the Dots, Dot to Dot, Rom-Com Lovers, Sitcom Fans,
  At Comfort Inn, Team @ home, Us @ 8, B@ss players, Gr8 Friends, M8s, L8 Night Doodlers, Doodles 4 Ever, Sk8ers,
  Internet Explorers, Net Ball, Tennis Net, World Wide Web, Org Chart, Mail Room, Email Overlords, Chain Mail,
  Mr. Bean, St. Pauli, Dr. No, J. R. R., A. A. Milne, Vol. 2, No. 1 Fans, U.S. Kids, R.E.M.,
  Moby Dick Readers, The Dicksons, Team Talbot, Fukuda Family, Fukushima Runners, The Spicers, Cooney Clan,
  Huy and Friends, Blue Tits, The Blue Tits, Cul-de-sac Kids, Maine Coon Cats, Dick Tracy, Great Tits, Cocker Spaniels,
  Pussy Willows, Tit for Tat, Booby Trap, Spick and Span, Magna cum laude, Kinky Boots, Pakistan United, Titicaca,
  Support Group, Test Kitchen, Mod Squad, Root Beer, Inklings, The Inklings, Owners Club`)

export const ORDINARY_GUESSES = list(`
  snap pea, snap peas, oh snap, a snap, ginger snap, cold snap, snap dragon, snap 2 fingers, snap on tools, snap back hat,
  crackle and snap, a snapping turtle, snap shot, instant noodles, instant coffee, instant camera, instagram,
  instagram photo, instagram logo, facebook, facebook logo, facebook thumbs up, discord, discord logo, tiktok, tiktok dance,
  telegram, telegram pole, telegram from 1912, whatsapp, whatsapp message, youtube, youtube video, a twitch, twitch,
  twitter bird, tweet, steam, steam train, steam engine, steam ship 1850, steam boat, roblox, skype call, kick, side kick,
  telephone, telephone 1950, telephone booth, telephone number, phone call, mobile phone, phone 3g, call of the wild,
  call me maybe, phone home, e-mail, an email, mail box, chain mail, gmail, outlook, yahoo, aol,
  a dot com boom, dot com, the dot com bubble, polka dot, connect the dots, dot to dot, rom com, sit com, café com leite,
  com, net, fishing net, tennis net, butterfly net, at sea, look at me, cat at home, www, world wide web, web site,
  elm street, seven dwarfs 7, seven dwarfs, three blind mice, 101 dalmatians, 24 hours, 12 monkeys, 99 balloons,
  99 red balloons, 1984, the year 1984, orwell 1984, 2001 a space odyssey, born 1984 died 2012, moon landing 1969,
  moon landing 1969-07-20, new year 31.12.1999, world cup 2018 2022, war of 1914-1918, 3.14159, 3.14159265, 1000000,
  1 000 000, a million 1000000, 007, agent 007, 747, boeing 747, 911, 9/11, 24/7, 50/50, 4x4, 3d glasses, mp3 player,
  r2d2, c3po, r2-d2, wall-e, ww2, b52, f16 jet, u2, h2o, co2, e=mc2, m4a1, ps5, playstation 5, xbox 360, n64, win95,
  1st place, 2nd, 3rd base, 4th of july, 80s music, 5km run, 100m sprint, 10kg, cat #1, number 1, top 10, 10/10,
  mr.bean, st. bernard, dr. who, mt. everest, u.s.a, e.t., moby dick, maine coon, blue tits, cul-de-sac, dick tracy,
  add me, follow me, find nemo, text message, message in a bottle, write a letter, my name is bob, my dog is brown,
  sign at the door, half past 10, bus 42, gate 12b, room 101, formula 1, f1 car, 2 cats, 20 000 leagues`)
