// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ISwap} from "../tokens/ISwap.sol";
import {UpDownBets} from "./UpDownBets.sol";
import {UpDownRounds} from "./UpDownRounds.sol";
import {UpDownStore} from "./UpDownStore.sol";
import {UpDownViews} from "./UpDownViews.sol";

/// @dev Price rounds of one asset. USDB runs no code of the recipient, and the feed is read with static calls, so no call can
/// reenter; the guard holds for any other token and feed.
contract UpDown is UpDownBets, UpDownRounds, UpDownViews {
    constructor(ISwap swap_, address feed, address operator, uint256 minBet_)
        UpDownStore(swap_, feed, operator, minBet_)
    {}
}
