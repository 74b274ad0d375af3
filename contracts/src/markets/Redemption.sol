// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketTaxReceiver} from "../tokens/IMarkets.sol";
import {IMarketBook} from "./IMarketBook.sol";
import {MarketMath} from "./MarketMath.sol";
import {MarketStore} from "./MarketStore.sol";

/// @dev The pots of a market, its final outcome and the payout. For every unresolved market this contract holds at least
/// what was paid into the outcomes, the general pot and the bounty pool.
abstract contract Redemption is MarketStore {
    /// @inheritdoc IMarketBook
    function redeem(address marketToken) external nonReentrant {
        if (!_requireMarket(marketToken).resolved) revert MarketNotResolved();
        if (hasRedeemed[marketToken][msg.sender]) revert AlreadyRedeemed();
        uint256 payout = getRedeemable(marketToken, msg.sender);
        if (payout == 0) revert NothingToRedeem();
        hasRedeemed[marketToken][msg.sender] = true;
        _sendUsdb(msg.sender, payout);
        emit SharesRedeemed(marketToken, msg.sender, payout);
    }

    /// @inheritdoc IMarketBook
    function donate(address marketToken, uint256 amount, bool isBounty)
        external
        nonReentrant
        whenUnresolved(marketToken)
    {
        if (amount == 0) revert ZeroAmount();
        _receiveUsdb(amount);
        if (isBounty) {
            _funds[marketToken].bountyPool += amount;
            emit BountyDonated(marketToken, msg.sender, amount);
        } else {
            marketData[marketToken].generalPot += amount;
            emit PotDonated(marketToken, msg.sender, amount);
        }
    }

    /// @inheritdoc IMarketTaxReceiver
    /// @dev Not `nonReentrant`: `Taxes` calls it while a guarded purchase runs. The pool of a resolved market is fixed,
    /// so tax that arrives later goes to the insurance wallet.
    function onTaxCollected(address marketToken, uint256 generalPot, uint256 bountyPool) external {
        if (msg.sender != address(SWAP.TAXES())) revert OnlyTaxes();
        if (_requireMarket(marketToken).resolved) {
            _sendUsdb(insurance, generalPot + bountyPool);
            return;
        }
        marketData[marketToken].generalPot += generalPot;
        _funds[marketToken].bountyPool += bountyPool;
    }

    /// @inheritdoc IMarketBook
    function getGeneralPot(address marketToken) external view returns (uint256) {
        return marketData[marketToken].generalPot;
    }

    /// @inheritdoc IMarketBook
    function getBountyPool(address marketToken) public view returns (uint256) {
        return _funds[marketToken].bountyPool;
    }

    /// @inheritdoc IMarketBook
    function getPool(address marketToken) external view returns (uint256) {
        MarketData storage market = marketData[marketToken];
        Funds storage funds = _funds[marketToken];
        return market.resolved ? funds.pool : funds.paidIn + market.generalPot;
    }

    /// @inheritdoc IMarketBook
    function getRedeemable(address marketToken, address user) public view returns (uint256) {
        MarketData storage market = marketData[marketToken];
        if (!market.resolved || hasRedeemed[marketToken][user]) return 0;
        Funds storage funds = _funds[marketToken];
        if (funds.isRefunding) return _totalCostOf(marketToken, user);
        uint8 winner = market.finalOutcome;
        uint256 circulating = outcomes[marketToken][winner].circulatingShares;
        // Rounded down: the sum of all payouts never exceeds the pool.
        return MarketMath.payout(userShares[marketToken][user][winner], circulating, funds.pool);
    }

    /// @dev Makes the outcome final and fixes the payout. Every wallet gets its own cost back when the outcome is INVALID
    /// or nobody holds the winner.
    function _settle(address marketToken, uint8 outcomeId) internal whenUnresolved(marketToken) {
        MarketData storage market = marketData[marketToken];
        Funds storage funds = _funds[marketToken];
        market.resolved = true;
        market.finalOutcome = outcomeId;
        uint256 pot = market.generalPot;
        funds.pool = funds.paidIn;
        if (outcomeId != INVALID && outcomes[marketToken][outcomeId].circulatingShares > 0) {
            funds.pool += pot;
            return;
        }
        funds.isRefunding = true;
        market.generalPot = 0;
        if (pot > 0) _sendUsdb(insurance, pot);
        emit MarketInvalidated(marketToken, pot);
    }

    /// @dev Empties the bounty pool and returns what was in it; the caller pays it out.
    function _takeBounty(address marketToken) internal returns (uint256 amount) {
        amount = _funds[marketToken].bountyPool;
        _funds[marketToken].bountyPool = 0;
    }

    function _totalCostOf(address marketToken, address user) private view returns (uint256 cost) {
        uint256 count = outcomes[marketToken].length;
        for (uint256 i; i < count; ++i) {
            // At most 150 outcomes: the cast cannot truncate.
            cost += userCost[marketToken][user][uint8(i)];
        }
    }
}
