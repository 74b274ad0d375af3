// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMarketResolver} from "./IMarketResolver.sol";
import {ResolverViews} from "./ResolverViews.sol";

/// @dev Bonds of the parties and bounties of the voters. USDB runs no code of the recipient, so none of the transfers
/// can reenter.
abstract contract DisputeBonds is ResolverViews {
    using SafeERC20 for IERC20;

    /// The most that the pool asks for, before it is doubled.
    uint256 private constant MAX_POOL_BOND = 1_000e18;
    /// A bond is 1 % of the pool.
    uint256 private constant POOL_BOND_DIVISOR = 100;
    /// EARLY resets that double the bond. More would let a wallet that owns all sides raise it until nobody else can pay.
    uint256 internal constant MAX_RESETS = 2;

    /// @inheritdoc IMarketResolver
    uint256 public constant MIN_BOND = 5e18;
    /// @inheritdoc IMarketResolver
    uint256 public constant PROPOSAL_BOND = MAX_POOL_BOND * 2 ** MAX_RESETS;

    /// @inheritdoc IMarketResolver
    function claimBounty(address marketToken) external nonReentrant {
        uint256 amount = getClaimableBounty(marketToken, msg.sender);
        if (amount == 0) revert NoBounty();
        _hasClaimed[marketToken][msg.sender] = true;
        USDB.safeTransfer(msg.sender, amount);
        emit BountyClaimed(marketToken, msg.sender, amount);
    }

    /// @inheritdoc IMarketResolver
    function claimEarlyBounty(address marketToken, uint256 round) external nonReentrant {
        uint256 amount = getClaimableEarlyBounty(marketToken, round, msg.sender);
        if (amount == 0) revert NoBounty();
        _rounds[marketToken][round].hasClaimedEarly[msg.sender] = true;
        USDB.safeTransfer(msg.sender, amount);
        emit BountyClaimed(marketToken, msg.sender, amount);
    }

    /// @inheritdoc IMarketResolver
    function bondOf(address marketToken) public view returns (uint256) {
        uint256 proposerBond = disputes[marketToken].proposerBond;
        if (proposerBond != 0) return proposerBond;
        uint256 bond = Math.max(MIN_BOND, TRADING.getPool(marketToken) / POOL_BOND_DIVISOR);
        return Math.min(bond, MAX_POOL_BOND) * 2 ** Math.min(currentRound[marketToken], MAX_RESETS);
    }

    /// @dev Every party that named the outcome gets its own bond back. The first of proposer, disputer and vetoer also
    /// gets the bonds of the parties that were wrong. Without such a party the insurance wallet gets all bonds.
    function _distributeBonds(address marketToken, Dispute memory dispute_, uint8 outcomeId) internal {
        bool isProposerRight = dispute_.originalOutcome == outcomeId;
        bool isDisputerRight = dispute_.disputedOutcome == outcomeId;
        bool isVetoerRight = dispute_.vetoer != address(0) && dispute_.vetoOutcome == outcomeId;
        uint256 total = dispute_.proposerBond + dispute_.disputerBond + dispute_.vetoBond;
        if (isProposerRight || isDisputerRight) {
            uint256 back = isVetoerRight ? dispute_.vetoBond : 0;
            _payBonds(marketToken, isProposerRight ? dispute_.proposer : dispute_.disputer, total - back);
            if (back > 0) _payBonds(marketToken, dispute_.vetoer, back);
        } else if (isVetoerRight) {
            _payBonds(marketToken, dispute_.vetoer, total);
        } else {
            _seizeBonds(marketToken, total);
        }
    }

    /// @dev EARLY won. It always costs the proposer half of the bond, so that a group that owns all sides cannot reset a
    /// round for nothing. A disputer who said EARLY gets a quarter of it with the own bond back, and the voters for EARLY
    /// share another quarter; when the disputer was wrong as well, they share half of it. What nobody gets, with the bond
    /// of a vetoer, goes to the insurance wallet. Parts are rounded down.
    function _distributeEarlyBonds(address marketToken, Dispute memory dispute_, Round storage round)
        internal
    {
        bool isDisputerRight = dispute_.disputedOutcome == EARLY;
        uint256 quarter = dispute_.proposerBond / 4;
        uint256 seized = dispute_.proposerBond + dispute_.disputerBond + dispute_.vetoBond;
        uint256 voters = round.counts[EARLY];
        if (voters > 0) {
            uint256 share = (isDisputerRight ? quarter : dispute_.proposerBond / 2) / voters;
            round.earlyBounty = share;
            seized -= share * voters;
        }
        if (isDisputerRight) {
            uint256 back = dispute_.disputerBond + quarter;
            _payBonds(marketToken, dispute_.disputer, back);
            seized -= back;
        }
        _seizeBonds(marketToken, seized);
    }

    /// @dev Nobody knows who was right: proposer and disputer get half of their bonds back, rounded down.
    function _halveBonds(address marketToken, Dispute memory dispute_) internal {
        uint256 proposerPart = dispute_.proposerBond / 2;
        uint256 disputerPart = dispute_.disputerBond / 2;
        _payBonds(marketToken, dispute_.proposer, proposerPart);
        _payBonds(marketToken, dispute_.disputer, disputerPart);
        _seizeBonds(marketToken, dispute_.proposerBond + dispute_.disputerBond - proposerPart - disputerPart);
    }

    function _payBonds(address marketToken, address winner, uint256 amount) internal {
        USDB.safeTransfer(winner, amount);
        emit BondsDistributed(marketToken, winner, amount);
    }

    function _seizeBonds(address marketToken, uint256 amount) internal {
        if (amount == 0) return;
        USDB.safeTransfer(TRADING.insurance(), amount);
        emit BondsSeized(marketToken, amount);
    }

    function _receiveBond(address marketToken) internal returns (uint256 bond) {
        bond = bondOf(marketToken);
        uint256 approved = USDB.allowance(msg.sender, address(this));
        // Says what to do to a caller whose approval was enough for the bond that was read before.
        if (approved > 0 && approved < bond) revert BondGrown(bond);
        USDB.safeTransferFrom(msg.sender, address(this), bond);
    }
}
