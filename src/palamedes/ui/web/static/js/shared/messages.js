/**
 * The types of what the server sends. Each has the name and the fields of a model in
 * `ui/web/messages/`, which says what they mean; a test compares the two.
 *
 * @typedef {[kind: string, owner: number | null, count: number][]} Stack
 *
 * @typedef {[kind: string, owner: number | null, count: number, from: string | null,
 *   to: string | null]} Transfer
 *
 * @typedef {object} GeometryData the empty board
 * @property {[name: string, x: number, y: number, kind: string][]} spots
 * @property {[x1: number, y1: number, x2: number, y2: number, heavy: boolean][]} lines
 * @property {[text: string, x: number, y: number][]} labels
 * @property {Record<string, number>} owners
 * @property {Record<string, Stack>} faces
 *
 * @typedef {object} BoardData
 * @property {number} turn
 * @property {Record<string, Stack>} pieces
 * @property {[owner: number, english: string, value: number, label: string][]} counters
 * @property {[string, number, number, number, number, number | null][]} regions
 * @property {string[]} last
 * @property {string[]} ended
 * @property {Transfer[]} transfers
 * @property {string[]} formed
 * @property {Record<string, Stack>} covered
 *
 * @typedef {object} PartialMoveData
 * @property {string[]} touched
 * @property {string} phase
 * @property {Record<string, Stack>} pieces
 * @property {string[]} formed
 *
 * @typedef {object} GameInfo
 * @property {"hello"} type
 * @property {string} id
 * @property {string} game
 * @property {string} name
 * @property {string} variant
 * @property {string} title
 * @property {string} rules
 * @property {{name: string, title: string}[]} levels
 * @property {boolean} solved
 * @property {GeometryData} geometry
 * @property {string} start
 * @property {number} first
 * @property {[total: number, increment: number] | null} clock
 * @property {boolean} rated
 * @property {string} step
 * @property {string} contest
 * @property {string[]} forbidden
 *
 * @typedef {object} ResultData
 * @property {number | null} winner
 * @property {string} reason
 * @property {string} text
 * @property {string} strength
 *
 * @typedef {object} HintData
 * @property {string[]} spots
 * @property {string} move
 *
 * @typedef {object} OfferData
 * @property {"draw" | "undo"} kind
 * @property {number} by
 *
 * @typedef {object} EvaluationData
 * @property {number} score
 * @property {boolean} true
 * @property {number} chance
 * @property {string} text
 *
 * @typedef {object} SceneMessage
 * @property {"scene"} type
 * @property {number} number
 * @property {BoardData} board
 * @property {[string, string]} names
 * @property {number[]} seats
 * @property {("human" | "engine")[]} kinds
 * @property {number[]} bots
 * @property {number[]} free
 * @property {boolean} apart
 * @property {boolean} paused
 * @property {number} turn
 * @property {string} phase
 * @property {string[]} touched
 * @property {string[]} open
 * @property {Record<string, string[]>} touches
 * @property {PartialMoveData[]} partial
 * @property {Record<string, Transfer[]>} transfers
 * @property {number} plies
 * @property {string[]} moves
 * @property {string} position
 * @property {ResultData | null} result
 * @property {number | null} thinking
 * @property {boolean} preparing
 * @property {string} message
 * @property {HintData | null} hint
 * @property {EvaluationData | null} worth
 * @property {OfferData | null} offer
 * @property {[number, number] | null} clocks
 * @property {boolean} can_undo
 *
 * @typedef {object} ChangeMessage
 * @property {"change"} type
 * @property {number} number
 * @property {number} kept
 * @property {string[]} moves
 * @property {Partial<SceneMessage>} scene
 *
 * @typedef {object} ThinkingMessage
 * @property {"thinking"} type
 * @property {number} depth
 * @property {number} nodes
 * @property {string} text
 * @property {string[]} moves
 *
 * @typedef {object} RematchData
 * @property {number[]} by
 * @property {string} id
 *
 * @typedef {object} PresenceMessage
 * @property {"company"} type
 * @property {number[]} present
 * @property {RematchData} rematch
 * @property {[number | null, number | null]} claim
 *
 * @typedef {object} PositionAnswer
 * @property {"position"} type
 * @property {number | null} id
 * @property {string} text
 * @property {BoardData} board
 * @property {number} turn
 * @property {string} phase
 * @property {Record<string, string[]>} touches
 * @property {PartialMoveData[]} partial
 * @property {Record<string, Transfer[]>} transfers
 * @property {boolean} over
 * @property {number | null} winner
 * @property {string} result
 *
 * @typedef {object} VariationData
 * @property {string} move
 * @property {string[]} moves
 * @property {number} score
 * @property {number} chance
 * @property {string} text
 * @property {boolean} true
 *
 * @typedef {object} EngineAnswer
 * @property {"analysis"} type
 * @property {number | null} id
 * @property {boolean} done
 * @property {number} depth
 * @property {number} nodes
 * @property {EvaluationData} worth
 * @property {VariationData[]} lines
 *
 * @typedef {object} JudgedMove
 * @property {number} ply
 * @property {string} move
 * @property {string} best
 * @property {number} cost
 * @property {"inaccuracy" | "mistake" | "blunder" | null} fault
 * @property {boolean} turning
 * @property {string} text
 *
 * @typedef {object} ReviewAnswer
 * @property {"review"} type
 * @property {number | null} id
 * @property {number[]} chances
 * @property {JudgedMove[]} moves
 * @property {[number | null, number | null]} accuracy
 * @property {[label: string, first: string, second: string][]} rows
 *
 * @typedef {object} GreetingMessage
 * @property {"greeting"} type
 * @property {number} by
 * @property {string} greeting
 *
 * @typedef {object} ContenderData
 * @property {string} name
 * @property {boolean} bot
 * @property {number | null} rating
 *
 * @typedef {object} ChallengeData
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {ContenderData} challenger
 * @property {[total: number, increment: number] | null} clock
 * @property {boolean} rated
 * @property {[lowest: number | null, highest: number | null]} strength
 *
 * @typedef {object} PersonData
 * @property {string} name
 * @property {boolean} bot
 * @property {boolean} playing
 *
 * @typedef {object} RunningGameData
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {[string, string]} names
 * @property {number[]} bots
 * @property {number} plies
 * @property {boolean} rated
 *
 * @typedef {object} LobbyMessage
 * @property {"lobby"} type
 * @property {ChallengeData[]} challenges
 * @property {PersonData[]} people
 * @property {number} guests
 * @property {RunningGameData[]} games
 *
 * @typedef {object} OwnLobbyMessage
 * @property {"you"} type
 * @property {string} name
 * @property {string} own
 * @property {ChallengeData[]} challenges
 * @property {Record<string, string>} objections
 */

export {};
