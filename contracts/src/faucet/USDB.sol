// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IUSDB} from "./IUSDB.sol";

contract USDB is ERC20, Ownable2Step, IUSDB {
    uint256 private constant COOLDOWN_SECONDS = 24 hours;
    /// Longest chain of referrers that is checked for a cycle. Readers of referral chains must stop here too, because a
    /// longer cycle is not detected.
    uint256 private constant MAX_REFERRAL_STEPS = 50;

    /// @inheritdoc IUSDB
    uint256 public constant FAUCET_AMOUNT = 100e18;

    /// @inheritdoc IUSDB
    address public faucetOperator;
    /// @inheritdoc IUSDB
    mapping(address user => address) public referrer;
    /// @inheritdoc IUSDB
    mapping(address user => uint256) public nextClaimAt;

    constructor(address operator, address faucetOperator_) ERC20("USDB", "USDB") Ownable(operator) {
        _setFaucetOperator(faucetOperator_);
    }

    /// @inheritdoc IUSDB
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @inheritdoc IUSDB
    function faucet(address _referrer) external {
        _claim(msg.sender, _referrer);
        _mint(msg.sender, FAUCET_AMOUNT);
    }

    /// @inheritdoc IUSDB
    function setReferrer(address _referrer) external {
        if (_referrer == address(0)) revert ZeroAddress();
        if (hasReferrer(msg.sender)) revert ReferrerAlreadySet();
        _setReferrer(msg.sender, _referrer);
    }

    /// @inheritdoc IUSDB
    function claimFor(address user, address _referrer, uint256 amount) external {
        if (msg.sender != faucetOperator) revert OnlyFaucetOperator();
        if (amount == 0) revert ZeroAmount();
        _claim(user, _referrer);
        _transfer(msg.sender, user, amount);
    }

    /// @inheritdoc IUSDB
    function setFaucetOperator(address faucetOperator_) external onlyOwner {
        _setFaucetOperator(faucetOperator_);
    }

    /// @inheritdoc IUSDB
    function hasClaimed(address user) external view returns (bool) {
        return nextClaimAt[user] != 0;
    }

    /// @inheritdoc IUSDB
    function hasReferrer(address user) public view returns (bool) {
        return referrer[user] != address(0);
    }

    function _claim(address user, address proposed) private {
        uint256 next = nextClaimAt[user];
        if (block.timestamp < next) revert CooldownActive(next);
        nextClaimAt[user] = block.timestamp + COOLDOWN_SECONDS;
        if (proposed != address(0) && !hasReferrer(user)) _setReferrer(user, proposed);
        emit FaucetClaimed(user, referrer[user]);
    }

    function _setReferrer(address user, address proposed) private {
        if (proposed == user) revert SelfReferral();
        address ancestor = referrer[proposed];
        for (uint256 step; step < MAX_REFERRAL_STEPS && ancestor != address(0); ++step) {
            if (ancestor == user) revert ReferralCycle();
            ancestor = referrer[ancestor];
        }
        referrer[user] = proposed;
        emit ReferrerSet(user, proposed);
    }

    function _setFaucetOperator(address faucetOperator_) private {
        faucetOperator = faucetOperator_;
        emit FaucetOperatorChanged(faucetOperator_);
    }
}
